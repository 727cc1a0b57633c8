import { fact, systemContext } from '../../../infra/event-store/event-context.js';
import {
  type BeforeAppend,
  type EventStore,
  NO_STREAM,
  RevisionConflict,
} from '../../../infra/event-store/event-store.js';
import {
  type EmptyLog,
  keepLedgerId,
  ledgerIdOf,
  type LedgerIdPlace,
  LedgerRefused,
  requireOwnLog,
  requireWritable,
} from '../../../infra/ledger-id/ledger-id.js';
import { ledgerIdFile } from '../../../infra/ledger-id/ledger-id-file.js';
import { VERSION } from '../../../infra/process/version.js';
import { CATALOG_STREAM } from '../../catalog/catalog.events.js';
import { LEDGER_STREAM } from '../../ledger/ledger.events.js';
import { oldestVersion } from './oldest-version.js';
import { type Config, foldersOf } from '../config.js';

/**
 * Refuses an empty log in production, because an empty log may mean that the volume with the log is
 * not mounted.
 */
export const whenEmptyOf = ({ production }: Pick<Config, 'production'>): EmptyLog =>
  production ? 'refuse' : 'accept';

const BEGINNING: ReadonlySet<string> = new Set(['init', 'create-admin']);

export const whenEmptyFor = (command: string, config: Pick<Config, 'production'>): EmptyLog =>
  BEGINNING.has(command) ? 'begin' : whenEmptyOf(config);

export function ledgerIdPlaces(config: Pick<Config, 'dataDir' | 'secretsDir'>): readonly LedgerIdPlace[] {
  const { keys, readModels, snapshots, sessions, inbox } = foldersOf(config);
  return [
    ledgerIdFile({ name: 'SECRETS_DIR', dir: config.secretsDir, keys }),
    ...[snapshots, inbox, sessions, readModels].map((dir) =>
      ledgerIdFile({ name: 'the folder', dir, data: dir }),
    ),
  ];
}

export interface OpenOwnLog {
  readonly log: string;
  readonly eventStore: Pick<
    EventStore,
    'append' | 'lastPosition' | 'readAll' | 'readHashes' | 'readStream'
  > & { beforeAppend: BeforeAppend | undefined };
  readonly places: readonly LedgerIdPlace[];
  readonly whenEmpty: EmptyLog;
  readonly version?: string;
  readonly production: boolean;
}

/**
 * A new ledger is begun only if `whenEmpty` allows it. Call before any other store is opened for writing.
 * @throws LedgerRefused
 */
export async function openOwnLog({
  log,
  eventStore,
  places,
  whenEmpty,
  version = VERSION,
  production,
}: OpenOwnLog): Promise<(onUnwritten: (line: string) => void) => Promise<void>> {
  let ledgerId = await ledgerIdOf(eventStore);
  await requireOwnLog({ log, ledgerId, places, whenEmpty });
  if (ledgerId === undefined && whenEmpty === 'begin') {
    await requireWritable(places);
    await beginLedger(eventStore);
    ledgerId = await ledgerIdOf(eventStore);
  }
  if (ledgerId !== undefined && production) await startCatalog(eventStore);
  eventStore.beforeAppend = await oldestVersion(eventStore, version);
  return async (onUnwritten) => {
    if (ledgerId !== undefined)
      await keepLedgerId(ledgerId, places, whenEmpty === 'begin' ? refuseUnwritten : onUnwritten);
  };
}

/** @throws LedgerRefused */
export const refuseUnwritten = (line: string): never => {
  throw new LedgerRefused(`${line}: mend that, and repeat the command`);
};
/**
 * Starts an empty catalog in a ledger that contains only `LedgerBegun`. Runs at each start, because an earlier
 * start may have crashed before this step.
 */
async function startCatalog(
  eventStore: Pick<EventStore, 'append' | 'lastPosition' | 'readAll'>,
): Promise<void> {
  if ((await eventStore.lastPosition()) !== 1) return;
  const [first] = await eventStore.readAll(0, 1);
  if (first?.type !== 'LedgerBegun') return;
  try {
    await eventStore.append(CATALOG_STREAM, NO_STREAM, [fact('CatalogStarted', {}, systemContext())]);
  } catch (error) {
    // Ignore a `RevisionConflict`, because another process of the cluster has already emptied the
    // catalog.
    if (!(error instanceof RevisionConflict)) throw error;
  }
}

async function beginLedger(eventStore: Pick<EventStore, 'append'>): Promise<void> {
  try {
    await eventStore.append(LEDGER_STREAM, NO_STREAM, [fact('LedgerBegun', {}, systemContext())]);
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
  }
}
