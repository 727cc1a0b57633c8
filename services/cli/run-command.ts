import type { Config } from '../../infra/config/config.js';
import { withClusterCommands } from '../cluster/cluster-commands.js';
import { lockDataDir } from '../../infra/data-dir/data-dir-lock.js';
import { openLedger } from '../standalone/open-ledger.js';
import { askServer, NoServer } from './control-socket.js';
import type { LedgerCommand, LedgerCommands } from './ledger-commands.js';
import { offlineCommands } from '../standalone/commands.js';

/**
 * Runs a writing command: in the server when one runs on the data directory, else here, under the same lock. On a cluster
 * it runs here, beside whatever else writes.
 */
export async function runCommand<Name extends keyof LedgerCommands>(
  config: Config,
  name: Name,
  options: Parameters<LedgerCommands[Name]>[0],
  progress: (line: string) => void,
): Promise<unknown> {
  const { cluster } = config;
  if (cluster)
    return withClusterCommands({ ...config, cluster }, progress, (commands) =>
      (commands[name] as LedgerCommand<unknown>)(options, progress),
    );
  try {
    return await askServer(config.dataDir, name, options, progress);
  } catch (error) {
    if (!(error instanceof NoServer)) throw error;
  }
  const lock = lockDataDir(config.dataDir);
  try {
    const ledger = await openLedger(config);
    try {
      return await (offlineCommands(ledger)[name] as LedgerCommand<unknown>)(options, progress);
    } finally {
      await ledger.close();
    }
  } finally {
    lock.release();
  }
}
