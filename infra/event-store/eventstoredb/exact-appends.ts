import { AccessDeniedError, MaxAppendSizeExceededError, NO_STREAM as NONE } from '@eventstore/db-client';
import type { Appended, NewEvent, RecordedEvent, StreamHead } from '../event-store.js';
import { AppendOutcomeUnknown, RevisionConflict, StoreUnavailable } from '../event-store.js';
import type { SealedEvent } from '../seal-events.js';
import { sealEvents } from '../seal-events.js';
import { Backoff } from './backoff.js';
import type { Connection } from './connection.js';
import { appendFailure, LogDamaged, reasonOf } from './store-failures.js';
import { recordOf } from './stored-record.js';
import type { KnownHeads } from './stream-heads.js';
import type { StreamReader } from './stream-reader.js';

const LONGEST_WAIT_MS = 500;

/** How long an append may take. */
export interface AppendTimes {
  /** One try. */
  readonly deadlineMs: number;
  /** No further try begins after this long: then the outcome is unknown, if any try may have arrived. */
  readonly withinMs: number;
}

/**
 * Appends that are stored exactly once or not at all. A try whose answer was lost is repeated with the same ids at the
 * same revision, which the server takes for the same append; before that the stream is read, in case it is there.
 */
export class ExactAppends {
  constructor(
    private readonly connection: Pick<Connection, 'append'>,
    private readonly reader: StreamReader,
    private readonly heads: KnownHeads,
    private readonly times: AppendTimes,
  ) {}

  append(stream: string, expected: StreamHead, events: readonly NewEvent[]): Promise<Appended> {
    const types = events.map(({ type }) => type);
    return this.appendSealed(stream, expected, sealEvents(stream, expected, events), types);
  }

  /** Appends what was sealed elsewhere for this stream and head, to the byte. */
  async appendSealed(
    stream: string,
    expected: StreamHead,
    sealed: readonly SealedEvent[],
    types: readonly string[],
  ): Promise<Appended> {
    const name = this.reader.nameOf(stream);
    if (!(await this.continues(stream, expected))) return this.settleElsewhere(stream, expected, sealed);
    const records = sealed.map((event, index) => recordOf(event, types[index] ?? ''));
    const revision = expected.revision < 0 ? NONE : BigInt(expected.revision);
    const until = performance.now() + this.times.withinMs;
    const backoff = new Backoff(LONGEST_WAIT_MS);
    let perhapsStored = false;
    for (;;) {
      try {
        const outcome = await this.connection.append(name, revision, records, this.times.deadlineMs);
        if (outcome === 'stored') return this.appended(stream, sealed);
        return await this.settleElsewhere(stream, expected, sealed);
      } catch (error) {
        if (error instanceof RevisionConflict || error instanceof LogDamaged) throw error;
        const failure = appendFailure(error);
        if (failure === 'refused' && !perhapsStored) throw refusal(error);
        perhapsStored ||= failure === 'ambiguous';
        if (perhapsStored && (await this.isThere(stream, expected, sealed)))
          return this.appended(stream, sealed);
        if (failure === 'refused' || performance.now() >= until) throw givenUp(perhapsStored, error);
        await backoff.wait();
      }
    }
  }

  /** Whether the stream holds the event that the writer read last. The server compares revisions only, not hashes. */
  private async continues(stream: string, expected: StreamHead): Promise<boolean> {
    const known = this.heads.get(stream);
    if (known && known.revision > expected.revision) return false;
    if (expected.revision < 0) return true;
    if (known?.revision === expected.revision) return known.hash === expected.hash;
    const [event] = await this.reader.read(stream, { from: expected.revision, limit: 1 });
    return event?.hash === expected.hash;
  }

  /** The place is taken: by this very append, or by another. */
  private async settleElsewhere(
    stream: string,
    expected: StreamHead,
    sealed: readonly SealedEvent[],
  ): Promise<Appended> {
    const events = await this.reader.read(stream, { from: expected.revision + 1, limit: sealed.length });
    const last = events.at(-1);
    if (last && isSame(events, expected, sealed))
      return { head: { revision: last.revision, hash: last.hash }, position: undefined };
    throw new RevisionConflict(stream, expected, await this.reader.head(stream));
  }

  /** One look, without patience: when it fails the append is tried again anyway. */
  private async isThere(
    stream: string,
    expected: StreamHead,
    sealed: readonly SealedEvent[],
  ): Promise<boolean> {
    try {
      const options = { from: expected.revision + 1, limit: sealed.length };
      const events = await this.reader.readOnce(stream, options);
      return events.length === sealed.length && events.at(-1)?.hash === sealed.at(-1)?.hash;
    } catch {
      return false;
    }
  }

  private appended(stream: string, sealed: readonly SealedEvent[]): Appended {
    const { revision, hash } = sealed[sealed.length - 1] as SealedEvent;
    const head = { revision, hash };
    this.heads.learn(stream, head);
    return { head, position: undefined };
  }
}

const isSame = (
  stored: readonly RecordedEvent[],
  expected: StreamHead,
  sealed: readonly SealedEvent[],
): boolean =>
  stored.length === sealed.length &&
  stored[0]?.previousHash === expected.hash &&
  stored.every(({ id }, index) => id === sealed[index]?.id);

function refusal(cause: unknown): Error {
  if (cause instanceof MaxAppendSizeExceededError)
    return new RangeError('nothing was stored: the append is larger than the event store takes', { cause });
  const why = cause instanceof AccessDeniedError ? 'our credentials are refused' : reasonOf(cause);
  return new StoreUnavailable(`nothing was stored: ${why}`, { cause });
}

const givenUp = (perhapsStored: boolean, cause: unknown): Error =>
  perhapsStored
    ? new AppendOutcomeUnknown('the event store did not say whether it stored the append', { cause })
    : new StoreUnavailable(`nothing was stored: ${reasonOf(cause)}`, { cause });
