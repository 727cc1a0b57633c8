import type { AllStreamRecordedEvent } from '@eventstore/db-client';
import type { Logger } from 'pino';
import { CommitSignal } from '../commit-signal.js';
import type { RecordedEvent } from '../event-store.js';
import { StoreUnavailable } from '../event-store.js';
import { Backoff } from './backoff.js';
import type { Connection } from './connection.js';
import type { Followed } from './heartbeat.js';
import type { LedgerStreams } from './ledger-streams.js';
import { markOf } from './log-pages.js';
import type { Mark } from './position-marks.js';
import { RecentEvents } from './recent-events.js';
import { CallTimedOut, reasonOf } from './store-failures.js';
import { eventOf } from './stored-record.js';
import type { KnownHeads } from './stream-heads.js';
import { ChainWatch } from './stream-heads.js';
import type { StorePosition } from './store-position.js';
import { comparePositions } from './store-position.js';

const LONGEST_WAIT_MS = 2_000;
const ignore = (): void => undefined;

export interface TailOptions {
  readonly connection: Pick<Connection, 'subscribe'>;
  readonly streams: LedgerStreams;
  readonly heads: KnownHeads;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Hears of every n-th event. */
  readonly onMark: (mark: Mark) => void;
  readonly markEvery: number;
}

/**
 * The one subscription of this process: counts the events of the log, keeps the newest, and wakes whoever follows. When
 * the subscription ends, in whatever way, there is another from the last record handled. A record that is not what it
 * should be stops the tail for good: everything that reads the log from then on throws the same fault.
 */
export class LogTail implements Followed {
  readonly commits = new CommitSignal('writes');
  lastSign = performance.now();
  private readonly recent = new RecentEvents();
  private readonly stopped = new AbortController();
  private readonly backoff = new Backoff(LONGEST_WAIT_MS);
  private chain = new ChainWatch(true);
  private counted = 0;
  private handled: StorePosition | undefined;
  private confirmed = false;
  private waking = false;
  private fault: Error | undefined;
  private running: Promise<void> = Promise.resolve();
  private end: ((reason: Error) => void) | undefined;

  constructor(private readonly options: TailOptions) {}

  /** Ordinal of the last event counted. */
  get ordinal(): number {
    return this.counted;
  }

  get position(): StorePosition | undefined {
    return this.handled;
  }

  /** Whether a subscription stands and nothing is wrong with the log. */
  get live(): boolean {
    return this.confirmed && !this.fault && !this.stopped.signal.aborted;
  }

  start(mark: Mark | undefined): void {
    this.chain = new ChainWatch(mark === undefined);
    this.counted = mark?.ordinal ?? 0;
    this.handled = mark?.position;
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    this.end?.(new StoreUnavailable('the event store is closed'));
    this.commits.wake();
    await this.running;
  }

  declareDead(): void {
    this.end?.(new CallTimedOut('a heartbeat was written and did not come'));
  }

  /** Events with ordinal > after, as far as they were counted; undefined when the server must be asked. */
  page(after: number, limit: number): RecordedEvent[] | undefined {
    this.check();
    return after >= this.counted ? [] : this.recent.page(after, limit);
  }

  /**
   * Resolves when this record has been counted.
   * @throws StoreUnavailable when nothing came for `patienceMs`, or the fault that stopped the tail.
   */
  reached(position: StorePosition, patienceMs: number): Promise<void> {
    const counted = (): boolean =>
      this.handled !== undefined && comparePositions(this.handled, position) >= 0;
    return this.until(counted, patienceMs);
  }

  /** Resolves when a subscription stands. Throws as `reached` does. */
  standing(patienceMs: number): Promise<void> {
    return this.until(() => this.confirmed, patienceMs);
  }

  private async until(holds: () => boolean, patienceMs: number): Promise<void> {
    for (;;) {
      this.check();
      const version = this.commits.version();
      const before = this.handled;
      if (holds()) return;
      const patience = new AbortController();
      const timer = setTimeout(() => patience.abort(), patienceMs);
      await this.commits.changed(version, patience.signal);
      clearTimeout(timer);
      if (patience.signal.aborted && before === this.handled)
        throw new StoreUnavailable('the event store does not tell its newest events');
    }
  }

  private check(): void {
    if (this.fault) throw this.fault;
    if (this.stopped.signal.aborted) throw new StoreUnavailable('the event store is closed');
  }

  private async run(): Promise<void> {
    const { logger } = this.options;
    while (!this.stopped.signal.aborted && !this.fault) {
      const reason = await this.subscribeOnce();
      if (this.stopped.signal.aborted) return;
      const { counted: ordinal } = this;
      if (this.fault) {
        logger.error({ err: this.fault, ordinal }, 'the event log is damaged: nothing after this is read');
        this.commits.wake();
        return;
      }
      logger.warn({ reason, ordinal }, 'the subscription to the event log ended; subscribing again');
      await this.backoff.wait(this.stopped.signal);
    }
  }

  /** One subscription until its end. Answers why it ended; a fault of the log is kept as such. */
  private async subscribeOnce(): Promise<string> {
    const { connection, streams, logger } = this.options;
    const subscription = connection.subscribe(this.handled ?? 'start', streams);
    this.end = (reason) => void subscription.destroy(reason);
    const begun = performance.now();
    this.lastSign = begun;
    subscription.on('confirmation', () => {
      this.sign();
      this.confirmed = true;
      this.wake();
      logger.info({ ordinal: this.counted }, 'following the event log');
    });
    try {
      for await (const { event } of subscription) {
        this.sign();
        if (event) this.take(event);
      }
      // An orderly end is no reason to stop following.
      return 'the server ended it';
    } catch (error) {
      if (!isServerFailure(error)) this.fault = error instanceof Error ? error : new Error(String(error));
      return reasonOf(error);
    } finally {
      this.confirmed = false;
      this.end = undefined;
      if (performance.now() - begun > LONGEST_WAIT_MS) this.backoff.reset();
      subscription.unsubscribe().catch(ignore);
    }
  }

  private sign(): void {
    this.lastSign = performance.now();
  }

  private take(record: AllStreamRecordedEvent): void {
    // A record may come twice around a new subscription.
    if (this.handled && comparePositions(record.position, this.handled) <= 0) return;
    const { streams, heads, markEvery, onMark } = this.options;
    if (streams.isEvent(record.streamId)) {
      const event = eventOf(record, this.counted + 1, streams.prefix);
      this.chain.check(event);
      this.counted += 1;
      this.recent.push(event, (record.data as Uint8Array).byteLength);
      heads.learn(event.stream, { revision: event.revision, hash: event.hash });
      if (this.counted % markEvery === 0) onMark(markOf(this.counted, record));
    }
    this.handled = record.position;
    this.backoff.reset();
    this.wake();
  }

  /** Once for all that arrived together. */
  private wake(): void {
    if (this.waking) return;
    this.waking = true;
    setImmediate(() => {
      this.waking = false;
      this.commits.notify();
    });
  }
}

/** What comes from the connection carries a code or a type; anything else was thrown over a record. */
const isServerFailure = (error: unknown): boolean =>
  error instanceof CallTimedOut ||
  error instanceof StoreUnavailable ||
  (error instanceof Error &&
    ('code' in error || 'type' in error || /Failed to discover/.test(error.message)));
