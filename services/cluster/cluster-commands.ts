import { pino } from 'pino';
import type { LedgerCommands } from '../cli/ledger-commands.js';
import { ledgerCommands, rebuildThrough } from '../standalone/commands.js';
import { Closing } from './closing.js';
import { openClusterDomain } from './open-cluster-domain.js';
import { openStores } from './open-stores.js';
import { askProjector } from './projector-asks.js';
import type { ClusteredConfig } from './run-process.js';

/** What the command line may change on a cluster, beside its processes. */
export async function withClusterCommands<Result>(
  config: ClusteredConfig,
  progress: (line: string) => void,
  work: (commands: LedgerCommands) => Promise<Result>,
): Promise<Result> {
  const logger = pino({ level: 'silent' });
  const closing = new Closing();
  try {
    const stores = closing.later(await openStores({ config, logger }), (open) => open.close());
    const domain = closing.later(await openClusterDomain({ config, logger }, stores), (open) => open.close());
    const rebuild = rebuildThrough({
      rebuild: (view, options) => askProjector(stores.redis.client, { view, ...options }),
    });
    return await work(ledgerCommands(domain, rebuild));
  } catch (error) {
    progress('nothing was done that is not in the log; it is safe to repeat the command');
    throw error;
  } finally {
    await closing.close();
  }
}
