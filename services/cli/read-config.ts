import type { Config } from '../runtime/config.js';

/** Called when a command runs: building the settings' schemas takes as long as printing help. */
export type ReadConfig = () => Config | Promise<Config>;

export async function readConfig(): Promise<Config> {
  const { loadConfig } = await import('../runtime/config.js');
  return loadConfig(process.env);
}

/** Works even when other settings are wrong or missing. */
export async function readSecretsDir(): Promise<string> {
  const { loadSecretsDir } = await import('../runtime/config.js');
  return loadSecretsDir(process.env);
}
