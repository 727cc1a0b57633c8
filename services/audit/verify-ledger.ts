import type { EventStore, RecordedEvent } from '../../infra/event-store/event-store.js';
import { openEvent } from '../../infra/event-store/seal-events.js';
import type { StoredBytes } from '../../infra/event-store/seal-events.js';
import { breathe } from '../../infra/host/timers.js';
import { isDamage } from './damage.js';
import { LedgerChecks } from './ledger-checks.js';
import { Problems } from './problems.js';
import type { Problem } from './problems.js';
import { SETTLED_WITHIN_MS, type Patience, type PurchaseCounts } from './checks/purchase-check.js';
import type { SealCheckOptions, SealReport } from './seals/seal-check.js';
import type { TrialBalance } from './trial-balance.js';
import type { VendorTotals } from './checks/vendor-check.js';

const PAGE = 1_000;
const REVIEWED_WITHIN_MS = 30 * 60_000;

export interface StoredReader {
  readStored(after: number, limit: number): Promise<StoredBytes[]>;
}

export interface VerifyOptions {
  readonly eventStore: EventStore & Partial<StoredReader>;
  /** Ids of purchases that were confirmed to customers. The log must contain all of them. */
  readonly acknowledged?: Iterable<string>;
  readonly onProgress?: (position: number, of: number) => void;
  /** Default `SETTLED_WITHIN_MS` and `REVIEWED_WITHIN_MS`. */
  readonly patience?: Partial<Patience>;
  /**
   * Time from which the age of an open purchase is measured. Default: the time of the newest event.
   */
  readonly asOf?: Date;
  readonly seals?: SealCheckOptions;
}

/** Report that can be written as JSON. Amounts in kobo are decimal strings. */
export interface VerifyReport {
  readonly ok: boolean;
  readonly events: number;
  readonly position: number;
  /** False when hashes could not be verified, because the store has no method `readStored`. */
  readonly hashesVerified: boolean;
  readonly purchases: PurchaseCounts;
  readonly vendors: VendorTotals;
  readonly seals: SealReport;
  /**
   * Balance of each account in kobo, as a decimal string. Debits are positive. The accounts of all customers
   * are added up.
   */
  readonly books: Readonly<Record<string, string>>;
  readonly sum: string;
  /** Number of all problems that were found. `problems` contains only the first hundred. */
  readonly problemCount: number;
  readonly problems: readonly Problem[];
}

export async function verifyLedger(options: VerifyOptions): Promise<VerifyReport> {
  const { eventStore, acknowledged = [], onProgress, asOf } = options;
  const problems = new Problems();
  const checks = new LedgerChecks(problems, options.seals);
  const end = await eventStore.lastPosition();
  let position = 0;
  let events = 0;
  while (position < end) {
    const page = await readPage(eventStore, position, problems);
    if (!page) break;
    // Parse one event at a time. Many parsed events in memory would slow down garbage collection.
    for (const read of page) {
      const event = opened(read, problems);
      if (!event) continue;
      checks.add(event, 'bytes' in read ? read.bytes : undefined);
      events += 1;
    }
    const last = page.at(-1);
    if (!last) {
      problems.add(
        'log-short',
        { position, stream: '' },
        `the log ends at ${position}, the store says ${end}`,
      );
      break;
    }
    position = last.position;
    onProgress?.(position, end);
    await breathe();
  }
  await checks.chain.compareHeads(eventStore, end);
  checks.finish({ position, stream: '' }, asOf, {
    settledWithinMs: SETTLED_WITHIN_MS,
    reviewedWithinMs: REVIEWED_WITHIN_MS,
    ...options.patience,
  });
  const seals = checks.seals.finish(position);
  for (const purchaseId of acknowledged) {
    if (!checks.purchases.has(purchaseId))
      problems.add('lost', { position, stream: '' }, `${purchaseId} was acknowledged and is not there`);
  }
  return {
    ok: problems.count === 0,
    events,
    position,
    hashesVerified: eventStore.readStored !== undefined,
    purchases: checks.purchases.counts(),
    vendors: checks.vendors.totals(),
    seals,
    books: booksOf(checks.books.trial),
    sum: String(checks.books.trial.total()),
    problemCount: problems.count,
    problems: problems.shown,
  };
}

type Read = StoredBytes | RecordedEvent;

async function readPage(
  store: EventStore & Partial<StoredReader>,
  after: number,
  problems: Problems,
): Promise<readonly Read[] | undefined> {
  for (const limit of [PAGE, 1])
    try {
      return await (store.readStored ? store.readStored(after, limit) : store.readAll(after, limit));
    } catch (error) {
      if (!isDamage(error)) throw error;
      if (limit === 1)
        problems.add(
          'unreadable',
          { position: after + 1, stream: '' },
          `${String(error)}; nothing after it was checked`,
        );
    }
  return undefined;
}

function opened(read: Read, problems: Problems): RecordedEvent | undefined {
  if (!('bytes' in read)) return read;
  const { position, hash, bytes } = read;
  try {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
    const event = openEvent(text, position, hash);
    if (isWhole(event)) return event;
  } catch {
    // `problems.add` below reports the unreadable bytes.
  }
  problems.add('unreadable', { position, stream: '' }, 'the stored bytes are no event');
  return undefined;
}

const isWhole = ({ type, stream, revision, previousHash, data }: Readonly<Partial<RecordedEvent>>): boolean =>
  [type, stream, previousHash].every((text) => typeof text === 'string') &&
  Number.isSafeInteger(revision) &&
  typeof data === 'object';

const CUSTOMERS = /^(user_available|user_held):/;

function booksOf(trial: TrialBalance): Record<string, string> {
  const books = new Map<string, bigint>();
  for (const [account, balance] of trial.entries()) {
    const name = CUSTOMERS.exec(account)?.[1] ?? account;
    books.set(name, (books.get(name) ?? 0n) + balance);
  }
  return Object.fromEntries(Array.from(books, ([name, balance]) => [name, String(balance)]));
}
