import type { EventStore } from '../event-store/event-store.js';
import { readHashes } from '../event-store/event-store.js';

/** Place next to a store that contains the id of the store's ledger. */
export interface LedgerIdPlace {
  readonly name: string;
  read(): Promise<string | undefined>;
  write(ledgerId: string): Promise<void>;
  /** Writes a test entry and removes it, because a new ledger may begin only where its id can be stored. */
  tryWriting?(): Promise<void>;
  holdsData(): Promise<boolean>;
  /** True when the store should contain keys of people but has none. */
  lacksKeys?(): Promise<boolean>;
}

/** Error when the stores belong to different ledgers. */
export class LedgerRefused extends Error {
  override readonly name = 'LedgerRefused';
}

/** Reads the id of a ledger, which is the hash of its first event in hexadecimal. */
export async function ledgerIdOf(
  store: Pick<EventStore, 'lastPosition' | 'readAll' | 'readHashes'>,
): Promise<string | undefined> {
  if ((await store.lastPosition()) === 0) return undefined;
  const { hashes } = await readHashes(store, 0, 1);
  return hashes.toString('hex');
}

/**
 * Rule for an empty log when no store contains a ledger's id. `accept` always starts a new ledger. `begin`
 * starts a new ledger only if no store holds data.
 */
export type EmptyLog = 'refuse' | 'accept' | 'begin';

export interface RequireOwnLog {
  readonly log: string;
  readonly ledgerId: string | undefined;
  readonly places: readonly LedgerIdPlace[];
  readonly whenEmpty: EmptyLog;
}

/**
 * Requires that log and stores belong to the same ledger.
 * @throws LedgerRefused when the log was lost, or when it belongs to another ledger
 */
export async function requireOwnLog({ log, ledgerId, places, whenEmpty }: RequireOwnLog): Promise<void> {
  const known = await Promise.all(places.map(async (place) => ({ place, id: await place.read() })));
  const others = known.filter(({ id }) => id !== undefined && id !== ledgerId);
  if (others.length > 0) {
    const found = others.map(({ place, id }) => `${place.name} belongs to ledger ${short(id)}`).join(', ');
    throw new LedgerRefused(
      ledgerId === undefined
        ? `the log ${log} has no events, but ${found}: mount the volume of the log, or restore a backup; a new ledger needs empty stores`
        : `the log ${log} is ledger ${short(ledgerId)}, but ${found}: name the folders and stores of one ledger, or restore what belongs to the log`,
    );
  }
  if (ledgerId !== undefined) {
    if (known.every(({ id }) => id === undefined)) return;
    for (const place of places)
      if (await place.lacksKeys?.())
        throw new LedgerRefused(
          `the log ${log} is ledger ${short(ledgerId)}, but ${place.name} has no keys of its people: mount the volume of the keys, or restore them from their backup`,
        );
    return;
  }
  if (whenEmpty === 'accept') return;
  const full: string[] = [];
  for (const place of places) if (await place.holdsData()) full.push(place.name);
  if (full.length > 0)
    throw new LedgerRefused(
      `the log ${log} has no events, but there is data in ${full.join(', ')}: mount the volume of the log, or restore a backup; a new ledger needs empty stores`,
    );
  if (whenEmpty === 'refuse')
    throw new LedgerRefused(
      `the log ${log} has no events: mount its volume, or restore a backup; a new ledger begins with npm run ledger -- init`,
    );
}

/** Writes the ledger's id to each store that lacks the id. A later start repeats a failed write. */
export async function keepLedgerId(
  ledgerId: string,
  places: readonly LedgerIdPlace[],
  onUnwritten: (line: string) => void,
): Promise<void> {
  for (const place of places)
    try {
      if ((await place.read()) === undefined) await place.write(ledgerId);
    } catch (error) {
      onUnwritten(unwritten(place, error));
    }
}

/** @throws LedgerRefused when one of `places` cannot store the ledger's id */
export async function requireWritable(places: readonly LedgerIdPlace[]): Promise<void> {
  for (const place of places)
    try {
      await place.tryWriting?.();
    } catch (error) {
      throw new LedgerRefused(`${unwritten(place, error)}: nothing was begun`);
    }
}

const unwritten = ({ name }: LedgerIdPlace, error: unknown): string =>
  `the identity of the ledger could not be written to ${name}: ${error instanceof Error ? error.message : String(error)}`;

const short = (id: string | undefined): string => `${String(id).slice(0, 12)}…`;
