import { setImmediate as breathe } from 'node:timers/promises';
import type { EventStore, RecordedEvent } from '../../infra/event-store/event-store.js';
import { openEvent } from '../../infra/event-store/seal-events.js';
import type { StoredBytes } from '../../infra/event-store/seal-events.js';
import { BooksCheck } from './books-check.js';
import { ChainCheck } from './chain-check.js';
import { Problems } from './problems.js';
import type { Problem } from './problems.js';
import { PurchaseCheck } from './purchase-check.js';
import type { PurchaseCounts } from './purchase-check.js';
import type { TrialBalance } from './trial-balance.js';

const PAGE = 1_000;

/** A store that hands out events as they are stored, so that their hashes can be verified. */
export interface StoredReader {
  readStored(after: number, limit: number): Promise<StoredBytes[]>;
}

export interface VerifyOptions {
  readonly eventStore: EventStore & Partial<StoredReader>;
  /** Purchase ids that somebody was told were accepted: each must be in the log. */
  readonly acknowledged?: Iterable<string>;
  readonly onProgress?: (position: number, of: number) => void;
}

/** What the log proves. Plain JSON: kobo are strings of digits. */
export interface VerifyReport {
  readonly ok: boolean;
  readonly events: number;
  /** Position of the last event verified. */
  readonly position: number;
  /** False when the store cannot hand out stored bytes: then the links were checked and not the contents. */
  readonly hashesVerified: boolean;
  readonly purchases: PurchaseCounts;
  /** Balances by kind of account, debit positive; customers' accounts summed. */
  readonly books: Readonly<Record<string, string>>;
  /** Sum of all accounts: `0`. */
  readonly sum: string;
  /** All problems found; `problems` lists the first hundred. */
  readonly problemCount: number;
  readonly problems: readonly Problem[];
}

/** Reads the whole log once and checks everything that can be known from it alone. */
export async function verifyLedger({
  eventStore,
  acknowledged = [],
  onProgress,
}: VerifyOptions): Promise<VerifyReport> {
  const problems = new Problems();
  const chain = new ChainCheck(problems);
  const books = new BooksCheck(problems);
  const purchases = new PurchaseCheck(problems);
  const end = await eventStore.lastPosition();
  let position = 0;
  let events = 0;
  while (position < end) {
    const page = await readPage(eventStore, position, problems);
    for (const { event, bytes } of page) {
      chain.add(event, bytes);
      books.add(event);
      purchases.add(event);
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
    position = last.event.position;
    events += page.length;
    onProgress?.(position, end);
    await breathe();
  }
  await chain.compareHeads(eventStore, (await eventStore.lastPosition()) > end);
  const sum = books.trial.total();
  if (sum !== 0n)
    problems.add('trial-balance', { position, stream: '' }, `all accounts add up to ${sum} kobo`);
  for (const purchaseId of acknowledged) {
    if (!purchases.has(purchaseId))
      problems.add('lost', { position, stream: '' }, `${purchaseId} was acknowledged and is not there`);
  }
  return {
    ok: problems.count === 0,
    events,
    position,
    hashesVerified: eventStore.readStored !== undefined,
    purchases: purchases.counts(),
    books: booksOf(books.trial),
    sum: String(sum),
    problemCount: problems.count,
    problems: problems.shown,
  };
}

interface Read {
  readonly event: RecordedEvent;
  readonly bytes?: Uint8Array;
}

/** Stored bytes are parsed here, once, so that what is checked is what is hashed. */
async function readPage(
  store: EventStore & Partial<StoredReader>,
  after: number,
  problems: Problems,
): Promise<Read[]> {
  if (!store.readStored) return (await store.readAll(after, PAGE)).map((event) => ({ event }));
  const read: Read[] = [];
  for (const { position, hash, bytes } of await store.readStored(after, PAGE)) {
    try {
      read.push({
        event: openEvent(
          Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'),
          position,
          hash,
        ),
        bytes,
      });
    } catch {
      problems.add('unreadable', { position, stream: '' }, 'the stored bytes are no event');
    }
  }
  return read;
}

const CUSTOMERS = /^(user_available|user_held):/;

function booksOf(trial: TrialBalance): Record<string, string> {
  const books = new Map<string, bigint>();
  for (const [account, balance] of trial.entries()) {
    const name = CUSTOMERS.exec(account)?.[1] ?? account;
    books.set(name, (books.get(name) ?? 0n) + balance);
  }
  return Object.fromEntries(Array.from(books, ([name, balance]) => [name, String(balance)]));
}
