import { pino } from 'pino';
import { askProjector, askUnpark } from '../runtime/projector-asks.js';
import { loadVendorRows } from '../catalog/vendor-rows.js';
import { CloseStack } from '../runtime/process/close-stack.js';
import type { ClusteredConfig } from '../runtime/process/run-process.js';
import { openClusterStores, openSharedSessions } from '../runtime/stores/cluster-stores.js';
import { whenEmptyFor } from '../runtime/stores/own-log.js';
import { openRooms } from '../runtime/stores/stores.module.js';
import type { LedgerCommands } from './ledger-commands.js';
import { ledgerCommands, projectorCommands, ROOMS_CHANGED } from './standalone-commands.js';

export async function withClusterCommands<Result>(
  config: ClusteredConfig,
  name: keyof LedgerCommands,
  progress: (line: string) => void,
  work: (commands: LedgerCommands) => Promise<Result>,
): Promise<Result> {
  const logger = pino({ level: 'silent' });
  const closing = new CloseStack();
  try {
    loadVendorRows(config);
    const whenEmpty = whenEmptyFor(name, config);
    const opening = openClusterStores({ config, logger, whenEmpty, onUnwritten: progress });
    const stores = closing.adopt(await opening, (open) => open.close());
    const shared = closing.adopt(await openSharedSessions({ config, logger }), (open) => open.close());
    const opened = await openRooms({ ...stores, ...shared, config }, ROOMS_CHANGED);
    const rooms = closing.adopt(opened, (open) => open.close());
    const projector = projectorCommands({
      rebuild: (view, options) => askProjector(stores.redis.client, { view, ...options }),
      unpark: (view) => askUnpark(stores.redis.client, view),
    });
    return await work(ledgerCommands(rooms, projector));
  } catch (error) {
    progress('nothing was done that is not in the log; it is safe to repeat the command');
    throw error;
  } finally {
    await closing.close();
  }
}
