import type { Config } from '../runtime/config.js';

/** Reads the settings. Each command does when it runs: their schemas take as long to make as help takes in all. */
export type ReadConfig = () => Config | Promise<Config>;

export async function readConfig(): Promise<Config> {
  const { loadConfig } = await import('../runtime/config.js');
  return loadConfig(process.env);
}

/** Where the keys are, for what has to do with keys alone: other settings may be wrong or missing. */
export async function readSecretsDir(): Promise<string> {
  const { loadSecretsDir } = await import('../runtime/config.js');
  return loadSecretsDir(process.env);
}
