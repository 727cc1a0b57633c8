import type { EventStore, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { breathe } from '../../../infra/host/timers.js';
import type { Posting } from '../../ledger/postings.js';
import { type Moved, statementOf, type Term, TERMS } from './stated-amounts.js';

export interface TermOnTwoWays {
  readonly term: Term;
  /** Kobo as a decimal string, from postings. */
  readonly posted: string;
  readonly stated: string;
}

/** Event whose `postings` contradict the amounts that the event states. */
export interface UnexplainedPlace {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  /** Kobo as a decimal string. */
  readonly kobo: string;
}

export interface Unexplained {
  readonly position: number;
  /** Unexplained kobo as a decimal string. `0` in a correct ledger. */
  readonly kobo: string;
  readonly terms: readonly TermOnTwoWays[];
  /** Number of events whose `postings` contradict the amounts that the event states. */
  readonly count: number;
  readonly places: readonly UnexplainedPlace[];
}

interface ReadingOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((position: number, of: number) => void) | undefined;
}

const PAGE = 1_000;
const PLACES_MAX = 20;

/**
 * Adds up the money of all events twice: once from their postings, and once by `statementOf` from the amounts
 * that they state.
 */
export async function findUnexplained(
  eventStore: Pick<EventStore, 'readAll' | 'lastPosition'>,
  options: ReadingOptions = {},
): Promise<Unexplained> {
  const reading = new UnexplainedReading();
  await reading.readOn(eventStore, options);
  return reading.found();
}

export class UnexplainedReading {
  private readonly sums = new Sums();
  private position = 0;
  readonly wantsPostings = true;

  wants(type: string): boolean {
    return statementOf(type) !== undefined;
  }

  take(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      if (event.position <= this.position) continue;
      this.sums.add(event);
      this.position = event.position;
    }
  }

  async readOn(
    eventStore: Pick<EventStore, 'readAll' | 'lastPosition'>,
    { signal, onProgress }: ReadingOptions = {},
  ): Promise<void> {
    const end = await eventStore.lastPosition();
    while (this.position < end) {
      signal?.throwIfAborted();
      const page = await eventStore.readAll(this.position, Math.min(PAGE, end - this.position));
      if (page.length === 0) throw new Error(`the log ends at event ${this.position}, the store says ${end}`);
      this.take(page);
      onProgress?.(this.position, end);
      await breathe();
    }
  }

  found(): Unexplained {
    return { position: this.position, ...this.sums.found() };
  }
}

type Added = Record<Term, bigint>;
const nothing = (): Added => ({ wallets: 0n, holds: 0n, floats: 0n, fees: 0n, funding: 0n });

class Sums {
  private readonly posted = nothing();
  private readonly stated = nothing();
  private unexplained = 0n;
  private count = 0;
  private readonly places: UnexplainedPlace[] = [];

  add(event: RecordedEvent): void {
    const { type, data } = event;
    const statement = statementOf(type);
    const lines = data['postings'] as readonly Posting[] | undefined;
    if (statement === undefined && lines === undefined) return;
    const posted = postedOf(lines ?? []);
    const stated = statedOf(statement, data as never);
    let [more, less] = [0n, 0n];
    for (const term of TERMS) {
      const here = posted[term];
      const there = stated[term] ?? 0n;
      if (here === 0n && there === 0n) continue;
      this.posted[term] += here;
      this.stated[term] += there;
      const off = credit(term, here) - credit(term, there);
      if (off > 0n) more += off;
      else less -= off;
    }
    const kobo = more > less ? more : less;
    if (kobo === 0n) return;
    this.unexplained += kobo;
    this.count += 1;
    const { position, stream, revision } = event;
    if (this.places.length < PLACES_MAX)
      this.places.push({ position, stream, revision, type, kobo: String(kobo) });
  }

  found(): Omit<Unexplained, 'position'> {
    return {
      kobo: String(this.unexplained),
      terms: TERMS.map((term) => ({
        term,
        posted: String(this.posted[term]),
        stated: String(this.stated[term]),
      })),
      count: this.count,
      places: this.places,
    };
  }
}

const credit = (term: Term, kobo: bigint): bigint => (term === 'funding' ? -kobo : kobo);

const TERM_OF: ReadonlyMap<string, Term> = new Map([
  ['user_available', 'wallets'],
  ['user_held', 'holds'],
  ['vendor_float', 'floats'],
  ['psp_payout', 'floats'],
  ['margin', 'fees'],
  ['fee', 'fees'],
  ['psp_fee', 'fees'],
  ['vendor_loss', 'fees'],
  ['chargeback_loss', 'fees'],
]);

function postedOf(lines: readonly Posting[]): Added {
  const sums = nothing();
  for (const { account, amount } of lines) {
    const colon = account.indexOf(':');
    const term = TERM_OF.get(colon < 0 ? account : account.slice(0, colon)) ?? 'funding';
    sums[term] += credit(term, -BigInt(amount));
  }
  return sums;
}

function statedOf(statement: ((data: never) => Moved) | undefined, data: never): Moved {
  try {
    return statement?.(data) ?? {};
  } catch {
    return {};
  }
}
