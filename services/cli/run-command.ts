import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Config } from '../runtime/config.js';
import { askServer, NoServer } from './control-socket.js';
import type { LedgerCommand, LedgerCommands } from './ledger-commands.js';

/**
 * Runs a command inside the server that owns `dataDir`. When no server runs, or with a cluster, the
 * command runs in this process.
 */
export async function runCommand<Name extends keyof LedgerCommands>(
  config: Config,
  name: Name,
  options: Parameters<LedgerCommands[Name]>[0],
  progress: (line: string) => void,
): Promise<unknown> {
  const { cluster } = config;
  const run = (commands: LedgerCommands): Promise<unknown> =>
    (commands[name] as LedgerCommand<unknown>)(options, progress);
  if (cluster) {
    const { withClusterCommands } = await import('./cluster-commands.js');
    return withClusterCommands({ ...config, cluster }, name, progress, run);
  }
  try {
    return await askServer(config.dataDir, name, options, progress);
  } catch (error) {
    if (!(error instanceof NoServer)) throw error;
  }
  const { withOfflineCommands } = await import('./offline-commands.js');
  return withOfflineCommands(config, name, progress, run);
}

const PASSWORD_MIN = 12;

/**
 * Reads a password from the terminal without showing it. When there is no terminal, reads the first
 * line of standard input.
 */
export async function askPassword(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = process.stdin.isTTY === true;
  const reader = createInterface({ input: process.stdin, output: silent, terminal });
  if (terminal) process.stderr.write(`Password (at least ${PASSWORD_MIN} characters): `);
  try {
    const password = terminal
      ? await reader.question('')
      : (((await reader[Symbol.asyncIterator]().next()).value as string | undefined) ?? '');
    if (password.length < PASSWORD_MIN)
      throw new Error(`the password needs at least ${PASSWORD_MIN} characters`);
    return password;
  } finally {
    reader.close();
    if (terminal) process.stderr.write('\n');
  }
}
