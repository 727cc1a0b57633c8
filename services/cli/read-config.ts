import type { Config } from '../runtime/config.js';

/** Reads the settings only when a command runs: building their schemas takes as long as printing help. */
export type ReadConfig = () => Config | Promise<Config>;

export async function readConfig(): Promise<Config> {
  const { loadConfig } = await import('../runtime/config.js');
  return loadConfig(process.env);
}

/** For `doctor`, which judges the settings itself. */
export const readEnvironment = (): NodeJS.ProcessEnv => process.env;

/** Reads only `SECRETS_DIR`: other settings may be wrong or missing. */
export async function readSecretsDir(): Promise<string> {
  const { loadSecretsDir } = await import('../runtime/config.js');
  return loadSecretsDir(process.env);
}
