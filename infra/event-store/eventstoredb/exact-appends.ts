import type { EventData } from '@eventstore/db-client';
import { AccessDeniedError, MaxAppendSizeExceededError } from '@eventstore/db-client';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Appended, NewEvent, RecordedEvent, StreamHead } from '../event-store.js';
import { AppendOutcomeUnknown, RevisionConflict, StoreUnavailable } from '../event-store.js';
import type { SealedEvent } from '../seal-events.js';
import { sealEvents } from '../seal-events.js';
import { Backoff } from './connection/backoff.js';
import type { Connection } from './connection/connection.js';
import { appendFailure, LogDamaged, reasonOf } from './connection/store-failures.js';
import type { StorePosition } from './stored-record.js';
import { LookPace } from './look-pace.js';
import { recordOf } from './stored-record.js';
import type { KnownHeads } from './stream-heads.js';
import type { StreamReader } from './stream-reader.js';

const LONGEST_WAIT_MS = 500;
const WAIT_MAX_MS = 2 ** 31 - 1;

export interface AppendTimes {
  readonly deadlineMs: number;
  readonly withinMs: number;
  readonly onStored: (position: StorePosition) => void;
  readonly log?: { readonly isProven: boolean; proven(signal: AbortSignal): Promise<void> };
  readonly signal?: AbortSignal;
}

interface PendingAppend {
  readonly stream: string;
  readonly name: string;
  readonly expected: StreamHead;
  readonly sealed: readonly SealedEvent[];
  readonly records: readonly EventData[];
}

/** When the server does not answer, repeats the append with the same ids and the same revision. */
export class ExactAppends {
  private readonly underWay = new Map<string, Promise<Appended>>();
  private readonly pace: LookPace;
  readonly counts = { appends: 0, conflicts: 0, looks: 0 };

  constructor(
    private readonly connection: Pick<Connection, 'append'>,
    private readonly reader: StreamReader,
    private readonly heads: KnownHeads,
    private readonly times: AppendTimes,
  ) {
    this.pace = new LookPace(times.deadlineMs / 2);
  }

  append(stream: string, expected: StreamHead, events: readonly NewEvent[]): Promise<Appended> {
    return this.appendSealed(stream, expected, sealEvents(stream, expected, events));
  }

  /** Appends events. Two equal concurrent appends of this process share one call to the server. */
  async appendSealed(
    stream: string,
    expected: StreamHead,
    sealed: readonly SealedEvent[],
  ): Promise<Appended> {
    const name = this.reader.nameOf(stream);
    this.counts.appends += 1;
    const key = [name, expected.revision, sealed.length, sealed.at(-1)?.hash].join(' ');
    const twin = this.underWay.get(key);
    if (twin) return twin;
    const records = sealed.map(recordOf);
    const append = this.store({ stream, name, expected, sealed, records });
    this.underWay.set(key, append);
    try {
      return await append;
    } finally {
      this.underWay.delete(key);
    }
  }

  private async store(wanted: PendingAppend): Promise<Appended> {
    const { stream, expected, sealed } = wanted;
    if (!(await this.continues(stream, expected))) return this.settleElsewhere(stream, expected, sealed);
    const until = performance.now() + this.times.withinMs;
    const backoff = new Backoff(LONGEST_WAIT_MS);
    let perhapsStored = false;
    for (;;) {
      const unproven = this.times.log?.isProven === false ? await this.unproven(until) : undefined;
      if (unproven !== undefined) throw givenUp(perhapsStored, unproven);
      try {
        const outcome = await this.tryOnce(wanted);
        if (outcome === 'stored') return this.appended(stream, sealed);
        return await this.settleElsewhere(stream, expected, sealed);
      } catch (error) {
        if (error instanceof RevisionConflict || error instanceof LogDamaged) throw error;
        const failure = appendFailure(error);
        if (failure === 'refused' && !perhapsStored) throw refusal(error);
        perhapsStored ||= failure === 'ambiguous';
        const late = this.times.signal?.aborted === true || performance.now() >= until;
        const over = failure === 'refused' || late;
        // The next try finds a stored append too.
        if (perhapsStored && (over || this.pace.take()))
          if ((await this.look(stream, expected, sealed)) === 'stored') return this.appended(stream, sealed);
        if (over) throw givenUp(perhapsStored, error);
        await backoff.wait(this.times.signal);
      }
    }
  }

  private async unproven(untilMs: number): Promise<unknown> {
    const { log, signal } = this.times;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), Math.min(untilMs - performance.now(), WAIT_MAX_MS));
    try {
      await log?.proven(signal ? AbortSignal.any([signal, late.signal]) : late.signal);
      return undefined;
    } catch (error) {
      return error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends the append. Until the server answers, reads the stream to look for its events. */
  private async tryOnce({
    stream,
    name,
    expected,
    sealed,
    records,
  }: PendingAppend): Promise<'stored' | 'conflict'> {
    const over = new AbortController();
    const revision = expected.revision < 0 ? 'no_stream' : BigInt(expected.revision);
    const { deadlineMs, onStored } = this.times;
    let begin = (): void => undefined;
    let begun = 0;
    const seen = new Promise<void>((resolve) => (begin = resolve)).then(() => {
      begun = performance.now();
      return this.lookMeanwhile(stream, expected, sealed, over.signal);
    });
    const options = { deadlineMs, onBegun: begin, onStored, signal: over.signal };
    try {
      const answer = this.connection.append(name, revision, records, options).then((outcome) => {
        this.pace.answered(performance.now() - begun);
        return outcome;
      });
      return await Promise.race([answer, seen]);
    } finally {
      over.abort();
    }
  }

  private async lookMeanwhile(
    stream: string,
    expected: StreamHead,
    sealed: readonly SealedEvent[],
    signal: AbortSignal,
  ): Promise<'stored' | 'conflict'> {
    for (let wait = this.pace.firstMs; ; wait *= 2) {
      await sleep(wait, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return 'conflict';
      const found = this.pace.take() ? await this.look(stream, expected, sealed) : undefined;
      if (found) return found;
    }
  }

  /** Checks `expected.hash`, because the server itself compares only revisions. */
  private async continues(stream: string, expected: StreamHead): Promise<boolean> {
    const known = this.heads.get(stream);
    if (known && known.revision > expected.revision) return false;
    if (expected.revision < 0) return true;
    if (known?.revision === expected.revision && known.hash === expected.hash) return true;
    const [event] = await this.reader.read(stream, { from: expected.revision, limit: 1 });
    return event?.hash === expected.hash;
  }

  /**
   * Accepts an append whose events another call has already stored. The events after `expected` must be exactly
   * `sealed`.
   * @throws RevisionConflict when other events follow `expected`
   */
  private async settleElsewhere(
    stream: string,
    expected: StreamHead,
    sealed: readonly SealedEvent[],
  ): Promise<Appended> {
    const events = await this.reader.read(stream, { from: expected.revision + 1, limit: sealed.length });
    if (isSame(events, sealed)) return this.appended(stream, sealed);
    this.counts.conflicts += 1;
    throw new RevisionConflict(stream, expected, await this.reader.head(stream));
  }

  private async look(
    stream: string,
    expected: StreamHead,
    sealed: readonly SealedEvent[],
  ): Promise<'stored' | 'conflict' | undefined> {
    this.counts.looks += 1;
    try {
      const events = await this.reader.look(stream, expected.revision + 1, sealed.length);
      if (events.length === 0) return undefined;
      return isSame(events, sealed) ? 'stored' : 'conflict';
    } catch {
      return undefined;
    }
  }

  private appended(stream: string, sealed: readonly SealedEvent[]): Appended {
    const { revision, hash } = sealed[sealed.length - 1] as SealedEvent;
    const head = { revision, hash };
    this.heads.learn(stream, head);
    return { head, position: undefined };
  }
}

/** Compares hashes. Two processes may derive the same id for different facts, so equal ids prove nothing. */
const isSame = (stored: readonly RecordedEvent[], sealed: readonly SealedEvent[]): boolean =>
  stored.length === sealed.length && stored.at(-1)?.hash === sealed.at(-1)?.hash;

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
