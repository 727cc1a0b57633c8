import type { Config } from '../runtime/config.js';

/**
 * Reads the settings only when a command runs. Building the schemas of the settings takes as long as printing
 * help.
 */
export type ReadConfig = () => Config | Promise<Config>;

export async function readConfig(): Promise<Config> {
  const { loadConfig } = await import('../runtime/config.js');
  return loadConfig(process.env);
}

/** Environment for `doctor`. This command checks the settings itself. */
export const readEnvironment = (): NodeJS.ProcessEnv => process.env;

/** Reads only `SECRETS_DIR`, because other settings may be wrong or missing. */
export async function readSecretsDir(): Promise<string> {
  const { loadSecretsDir } = await import('../runtime/config.js');
  return loadSecretsDir(process.env);
}
