import { parkedNotes, type ViewParked } from '../../infra/projections/parking.js';
import type { UnparkReport } from '../../infra/projections/unpark-view.js';
import { type Config, foldersOf } from '../runtime/config.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import { replay } from '../audit/replay.js';
import type { StoredReader } from '../audit/verify-ledger.js';
import { cancellableStore, interruptible, progressBar } from './long-work.js';

type Print = (line: string) => void;

export type LedgerReader = EventStore & StoredReader;

/**
 * Import only the code of the configured store, because the client of EventStoreDB alone has 1.7 MB
 * of code.
 */
async function openStore(config: Config): Promise<LedgerReader> {
  if (config.cluster) {
    const { openEventStoreDb } = await import('../../infra/event-store/eventstoredb/open-eventstoredb.js');
    return openEventStoreDb({ url: config.cluster.eventStoreUrl });
  }
  const { openLmdbEventStore } = await import('../../infra/event-store/lmdb/open-lmdb-event-store.js');
  return openLmdbEventStore({ dir: foldersOf(config).events, readOnly: true });
}

/** A server may run at the same time. SIGINT and SIGTERM abort `work`. */
export const reading = <T>(
  config: Config,
  work: (store: LedgerReader, signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  interruptible(async (signal) => {
    const store = await openStore(config);
    try {
      return await work(cancellableStore(store, signal), signal);
    } finally {
      await store.close();
    }
  });

export const events = (
  config: Config,
  { stream, after, limit }: { stream?: string; after?: number; limit: number },
  print: Print,
): Promise<void> =>
  reading(config, async (store) => {
    const found =
      stream === undefined
        ? await store.readAll(after ?? 0, limit)
        : await store.readStream(stream, { from: after === undefined ? 0 : after + 1, limit });
    for (const event of found) print(JSON.stringify({ ...event, position: event.position || null }));
  });

/**
 * Prints the balance of each account in kobo. Debits are positive. With `json`, prints `{position, accounts:
 * {name: digits}}`.
 */
export const balances = (config: Config, json: boolean, print: Print): Promise<void> =>
  reading(config, async (store) => {
    const [end, progress] = [await store.lastPosition(), progressBar('events')];
    const { trial, position } = await replay(store, (reached) => progress(Math.min(reached, end), end));
    const rows = Array.from(trial.entries(), ([account, balance]) => [account, String(balance)] as const);
    rows.sort(([left], [right]) => (left < right ? -1 : 1));
    if (json) return print(JSON.stringify({ position, accounts: Object.fromEntries(rows) }));
    for (const [account, balance] of rows) print(`${account.padEnd(60)} ${balance.padStart(18)}`);
  });

export const parkedLines = (views: readonly ViewParked[]): string[] => {
  const notes = parkedNotes(views);
  return notes.length === 0
    ? []
    : [...notes, 'their events still cannot be read: see `ledger -- events`, and repeat after a fix'];
};

export const unparkLines = (reports: readonly UnparkReport[]): string[] => {
  const level = reports.flatMap(({ view, unparked }) =>
    unparked.length === 0 ? [] : [`view ${view}: ${unparked.join(', ')} brought level with the log`],
  );
  const left = parkedLines(reports);
  return level.length + left.length === 0 ? ['no view keeps anything apart'] : [...level, ...left];
};
