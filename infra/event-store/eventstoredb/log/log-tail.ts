import type { AllStreamRecordedEvent } from '@eventstore/db-client';
import type { Logger } from 'pino';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CommitSignal } from '../../commit-signal.js';
import type { RecordedEvent } from '../../event-store.js';
import { LogReplaced, StoreUnavailable } from '../../event-store.js';
import { Backoff } from '../connection/backoff.js';
import type { Connection } from '../connection/connection.js';
import type { Followed } from '../connection/heartbeat.js';
import type { LedgerStreams } from '../ledger-streams.js';
import { FellBehind, LiveRecords } from './live-records.js';
import { isAt, markOf } from './log-pages.js';
import type { Mark } from './position-marks.js';
import { RecentEvents } from './recent-events.js';
import { CallTimedOut, isTooSlow, LogDamaged, reasonOf } from '../connection/store-failures.js';
import { eventOf } from '../stored-record.js';
import type { KnownHeads } from '../stream-heads.js';
import { ChainWatch } from '../stream-heads.js';
import type { StorePosition } from '../stored-record.js';
import { comparePositions } from '../stored-record.js';

const LONGEST_WAIT_MS = 2_000;
const PAGE = 1_024;
const SLICE = 256;
/**
 * After this many successive reads without the expected event, the log counts as replaced. A lagging node may
 * cause fewer such reads.
 */
const MISSED_MAX = 3;
const UNSEEN_MAX = 1_000;

export interface TailOptions {
  readonly connection: Pick<Connection, 'subscribe' | 'readAll'>;
  readonly streams: LedgerStreams;
  readonly heads: KnownHeads;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly onMark: (mark: Mark) => void;
  readonly markEvery: number;
  readonly onReplaced: (fault: LogReplaced) => void;
}

/**
 * Numbers the log's events and wakes the callers of `follow`. Reads pages until it is near the end,
 * and only then subscribes, because the server drops subscribers that are far behind.
 */
export class LogTail implements Followed {
  readonly commits = new CommitSignal('writes');
  drops = 0;
  private readonly recent = new RecentEvents();
  private readonly stopped = new AbortController();
  private readonly backoff = new Backoff(LONGEST_WAIT_MS);
  private chain = new ChainWatch(true);
  private counted = 0;
  private newest: Mark | undefined;
  private missed = 0;
  private unproven = false;
  private handled: StorePosition | undefined;
  private live: LiveRecords | undefined;
  private confirmed = false;
  private awaySince: number | undefined = performance.now();
  private pageSign = performance.now();
  private readonly unseen: { readonly position: StorePosition; readonly since: number }[] = [];
  private waking = false;
  private fault: Error | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: TailOptions) {}

  get ordinal(): number {
    return this.counted;
  }

  get stands(): boolean {
    return this.confirmed && !this.fault && !this.stopped.signal.aborted;
  }

  get lastSign(): number {
    return Math.max(this.pageSign, this.live?.lastSign ?? 0);
  }

  get lateMs(): number {
    this.dropSeen();
    const away = this.awaySince ?? this.live?.waitingSince ?? Infinity;
    const since = Math.min(away, this.unseen[0]?.since ?? Infinity);
    return since === Infinity ? 0 : performance.now() - since;
  }

  stored(position: StorePosition): void {
    this.dropSeen();
    if (this.unseen.length < UNSEEN_MAX) this.unseen.push({ position, since: performance.now() });
  }

  private dropSeen(): void {
    const { handled, unseen } = this;
    if (!handled) return;
    const next = unseen.findIndex(({ position }) => comparePositions(position, handled) > 0);
    unseen.splice(0, next < 0 ? unseen.length : next);
  }

  begin(mark: Mark | undefined): void {
    this.chain = new ChainWatch(mark === undefined);
    this.counted = mark?.ordinal ?? 0;
    this.handled = mark?.position;
    this.newest = mark;
  }

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    this.live?.end(new StoreUnavailable('the event store is closed'));
    this.commits.wake();
    await this.running;
  }

  declareDead(): void {
    this.live?.end(new CallTimedOut('a heartbeat was written and did not come'));
  }

  page(after: number, limit: number): RecordedEvent[] | undefined {
    this.check();
    return after >= this.counted ? [] : this.recent.page(after, limit);
  }

  positionOf(event: RecordedEvent): StorePosition | undefined {
    return this.recent.positionOf(event);
  }

  /** Reads a page of the log and numbers its events. Returns true at the end of the log. */
  async advance(silenceMs?: number): Promise<boolean> {
    this.check();
    const { connection, streams } = this.options;
    const page = { from: this.handled ?? ('start' as const), count: PAGE };
    const resolved = await connection.readAll(silenceMs ? { ...page, silenceMs } : page, streams);
    const records = resolved.flatMap(({ event }) => (event ? [event] : []));
    for (let from = 0; from < records.length; from += SLICE) {
      if (from > 0) await nextTurn();
      this.check();
      this.takeAll(records.slice(from, from + SLICE));
    }
    return resolved.length < PAGE;
  }

  /** @throws StoreUnavailable when no event arrives for `patienceMs` */
  async standing(patienceMs: number): Promise<void> {
    for (;;) {
      this.check();
      const version = this.commits.version();
      const before = this.handled;
      if (this.confirmed) return;
      const patience = new AbortController();
      const timer = setTimeout(() => patience.abort(), patienceMs);
      await this.commits.changed(version, patience.signal);
      clearTimeout(timer);
      if (patience.signal.aborted && before === this.handled)
        throw new StoreUnavailable('the event store does not tell its newest events');
    }
  }

  get isProven(): boolean {
    return !this.unproven && !(this.fault instanceof LogReplaced);
  }

  /**
   * Waits until the server shows the newest event that this process has read.
   * @throws LogReplaced, StoreUnavailable
   */
  async proven(signal: AbortSignal): Promise<void> {
    while (this.unproven && !signal.aborted) {
      this.check();
      await this.commits.changed(this.commits.version(), signal);
    }
    if (this.fault instanceof LogReplaced) throw this.fault;
    if (this.unproven) throw new StoreUnavailable('the event store does not show its newest event');
  }

  private check(): void {
    if (this.fault) throw this.fault;
    if (this.stopped.signal.aborted) throw new StoreUnavailable('the event store is closed');
  }

  private async run(): Promise<void> {
    const { logger } = this.options;
    const { signal } = this.stopped;
    while (!signal.aborted && !this.fault) {
      const begun = performance.now();
      const reason = await this.followOnce();
      this.confirmed = false;
      this.live = undefined;
      this.awaySince ??= performance.now();
      if (signal.aborted || this.fault) return;
      this.drops += 1;
      const facts = { reason: reasonOf(reason), ordinal: this.counted };
      const isLate = isTooSlow(reason) || reason instanceof FellBehind;
      if (isLate) logger.info(facts, 'the event log came faster than it could be handled; reading pages');
      else logger.warn(facts, 'the subscription to the event log ended; subscribing again');
      if (!isLate) await this.proveAtOnce();
      if (performance.now() - begun > LONGEST_WAIT_MS) this.backoff.reset();
      await this.backoff.wait(signal);
    }
  }

  /** Keeps appends going during the pause before the next subscription. The pause limits repeated drops. */
  private async proveAtOnce(): Promise<void> {
    if (this.unproven) return;
    this.unproven = true;
    try {
      await this.requireNewest();
    } catch (error) {
      this.missed = 0;
      if (error instanceof LogReplaced) this.fail(error);
    }
  }

  private async followOnce(): Promise<Error> {
    try {
      await this.requireNewest();
      do this.pageSign = performance.now();
      while (!(await this.advance()));
      this.pageSign = performance.now();
      this.check();
      return await this.subscribe();
    } catch (error) {
      if (error instanceof LogDamaged || error instanceof LogReplaced) this.fail(error);
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /**
   * @throws when the restored server lacks the event `newest`. New events would then reuse positions that
   * were already handled.
   */
  private async requireNewest(): Promise<void> {
    const { newest } = this;
    if (!newest) return this.prove();
    const { connection, streams } = this.options;
    const [found] = await connection.readAll({ from: newest.position, count: 1 }, streams);
    if (isAt(found?.event, newest)) {
      this.missed = 0;
      return this.prove();
    }
    this.missed += 1;
    const reason = `the event store lacks event ${newest.ordinal}, which this process has read`;
    if (found?.event === undefined && this.missed < MISSED_MAX) throw new StoreUnavailable(reason);
    const [last] = this.recent.page(this.counted - 1, 1) ?? [];
    throw new LogReplaced(`${reason}: it was restored to another log`, last);
  }

  private prove(): void {
    this.unproven = false;
    this.wake();
  }

  private async subscribe(): Promise<Error> {
    const { connection, streams, logger } = this.options;
    const live = new LiveRecords(connection.subscribe(this.handled ?? 'start', streams), {
      handle: (records) => this.takeAll(records),
      onConfirmed: () => {
        this.confirmed = true;
        this.awaySince = undefined;
        this.wake();
        logger.info({ ordinal: this.counted }, 'following the event log');
      },
    });
    this.live = live;
    const reason = await live.ended;
    if (reason instanceof LogDamaged) this.fail(reason);
    return reason;
  }

  private takeAll(records: readonly AllStreamRecordedEvent[]): void {
    try {
      for (const record of records) this.take(record);
    } catch (error) {
      throw this.fail(error);
    }
  }

  private take(record: AllStreamRecordedEvent): void {
    if (this.handled && comparePositions(record.position, this.handled) <= 0) return;
    const { streams, heads, markEvery, onMark } = this.options;
    if (streams.isEvent(record.streamId)) {
      const event = eventOf(record, this.counted + 1, streams.prefix);
      this.chain.check(event);
      this.counted += 1;
      this.newest = markOf(this.counted, record);
      this.recent.push(event, (record.data as Uint8Array).byteLength, record.position);
      heads.learn(event.stream, { revision: event.revision, hash: event.hash });
      if (this.counted % markEvery === 0) onMark(this.newest);
    }
    this.handled = record.position;
    this.backoff.reset();
    this.wake();
  }

  private fail(error: unknown): Error {
    if (this.fault) return this.fault;
    this.fault = error instanceof Error ? error : new Error(String(error));
    const facts = { err: this.fault, ordinal: this.counted };
    const replaced = error instanceof LogReplaced;
    const text = replaced ? 'the event log was replaced' : 'the event log is damaged';
    this.options.logger.error(facts, `${text}: nothing after this is read`);
    if (replaced) this.options.onReplaced(error);
    this.live?.end(this.fault);
    this.commits.wake();
    return this.fault;
  }

  private wake(): void {
    if (this.waking) return;
    this.waking = true;
    setImmediate(() => {
      this.waking = false;
      this.commits.notify();
    });
  }
}
