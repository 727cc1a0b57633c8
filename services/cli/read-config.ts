import type { Config } from '../runtime/config.js';

/**
 * Function that reads the settings. Commands call it only when they run, because building the
 * schemas of the settings takes as long as printing the help.
 */
export type ReadConfig = () => Config | Promise<Config>;

export async function readConfig(): Promise<Config> {
  const { loadConfig } = await import('../runtime/config.js');
  return loadConfig(process.env);
}

/** Returns the environment unchecked, because `doctor` checks the settings itself. */
export const readEnvironment = (): NodeJS.ProcessEnv => process.env;

/** Reads only the setting `SECRETS_DIR`. Other settings may be wrong or missing. */
export async function readSecretsDir(): Promise<string> {
  const { loadSecretsDir } = await import('../runtime/config.js');
  return loadSecretsDir(process.env);
}
