import type { LaneName } from '../../rate-limits/call-budgets.js';
import { AcceptQueue } from './accept-queue.js';

/**
 * Seconds that the server may need to answer all waiting calls: `BURST_SECONDS` in a short burst,
 * `STANDING_SECONDS` when the queue stays long.
 */
const BURST_SECONDS = 0.75;
const STANDING_SECONDS = 0.2;
/** Number of measurements in a row with a long queue after which `STANDING_SECONDS` applies. */
const BURST_LOOKS = 5;
/**
 * Smallest limit for waiting calls, because the measured capacity is too low for a while after a store has
 * failed.
 */
const WAITING_MIN = 64;
/**
 * Delay of the event loop, in milliseconds, above which fewer calls may wait. A health check then waits less
 * than about twice this delay.
 */
const SLOW_LOOP_MS = 50;
const LESS = 0.7;
const MORE = 0.05;
/** Minimum number of running calls at which the answers per second show the capacity of the server. */
const BUSY_FROM = 32;
const WEIGHT = 0.3;
const WEIGHT_OF_REST = 0.05;
/**
 * When the event loop has been slow for this many ms, reads are refused. After twice this time, purchases are
 * refused too.
 */
const LATE_FOR_MS = 1_000;

export const SHED_REASONS = ['waiting', 'connections', 'event-loop', 'log-late', 'backlog'] as const;
export type ShedReason = (typeof SHED_REASONS)[number];

/** Counts the waiting calls of one kind (reads or purchases). Computes how many may wait. */
export class Lane {
  waiting = 0;
  answered = 0;
  private capacity: number;
  private wasBusy = false;
  /** Number of measurements in a row with a long queue. */
  private long = 0;
  /** Number by which the limit on waiting calls is multiplied. Falls below 1 while the event loop is slow. */
  private share = 1;

  constructor(private readonly most: number) {
    this.capacity = most / BURST_SECONDS;
  }

  /**
   * Answers per second count only while many calls run, because an idle server does not show its capacity.
   */
  look(tookMs: number, lateMs: number): void {
    this.share = lateMs > SLOW_LOOP_MS ? LESS * this.share : Math.min(1, this.share + MORE);
    const busy = this.waiting >= BUSY_FROM;
    if (busy && this.wasBusy) this.capacity += WEIGHT * ((this.answered * 1_000) / tookMs - this.capacity);
    if (!busy) this.capacity += WEIGHT_OF_REST * (this.most / BURST_SECONDS - this.capacity);
    this.wasBusy = busy;
    this.answered = 0;
    this.long = this.waiting < 0.5 * this.bound(STANDING_SECONDS) ? 0 : this.long + 1;
  }

  get limit(): number {
    if (this.most === 0) return Infinity;
    return Math.min(this.most, this.bound(this.long > BURST_LOOKS ? STANDING_SECONDS : BURST_SECONDS));
  }

  private bound(seconds: number): number {
    return Math.max(WAITING_MIN, this.share * this.capacity * seconds);
  }
}

export interface OverloadLimits {
  /** Maximum number of waiting reads, and of waiting purchases. 0 means no limit. */
  readonly waiting: number;
  /** Milliseconds. */
  readonly loopDelayMs: number;
  readonly logLateMs: number;
}

/** Kinds of calls that wait apart. `provider` has the webhooks, which anybody can send. */
export type OverloadLane = LaneName | 'provider';

/** Decides when the server refuses calls because of too much work. Reads are refused before purchases. */
export class Overload {
  readonly lanes: Readonly<Record<OverloadLane, Lane>>;
  readonly connections = new AcceptQueue();
  private shedding: Partial<Record<OverloadLane, ShedReason>> = {};
  private readonly limitOf = { read: 0, buy: 0, provider: 0 };
  private lateSince: number | undefined;

  constructor(
    private readonly limits: OverloadLimits,
    private readonly logLateMs: () => number,
    private readonly backlogFull: () => boolean = () => false,
  ) {
    const { waiting } = limits;
    this.lanes = { read: new Lane(waiting), buy: new Lane(waiting), provider: new Lane(waiting) };
    this.setLimits();
  }

  /** Undefined when the call may run. */
  refuses(kind: OverloadLane): ShedReason | undefined {
    const { read, buy } = this.lanes;
    if (this.shedding[kind] !== undefined) return this.shedding[kind];
    if (this.connections.refuses(kind === 'read' ? 'read' : 'buy')) return 'connections';
    if (kind !== 'read') return this.lanes[kind].waiting >= this.limitOf[kind] ? 'waiting' : undefined;
    return read.waiting >= this.limitOf.read || buy.waiting >= this.limitOf.buy / 2 ? 'waiting' : undefined;
  }

  /**
   * @param tookMs milliseconds since the last measurement
   * @param everyMs milliseconds that were planned between measurements
   */
  look(now: number, tookMs: number, everyMs: number): void {
    const lateMs = tookMs - everyMs;
    this.lanes.read.look(tookMs, lateMs);
    this.lanes.buy.look(tookMs, lateMs);
    this.lanes.provider.look(tookMs, lateMs);
    this.setLimits();
    const late = lateMs > this.limits.loopDelayMs;
    this.lateSince = late ? (this.lateSince ?? now - tookMs) : undefined;
    const lateFor = this.lateSince === undefined ? 0 : now - this.lateSince;
    const logLate = this.logLateMs() > this.limits.logLateMs;
    this.shedding = {
      ...(this.backlogFull() && { buy: 'backlog' }),
      ...(lateFor >= LATE_FOR_MS && { read: 'event-loop' }),
      ...(lateFor >= 2 * LATE_FOR_MS && { buy: 'event-loop', provider: 'event-loop' }),
      ...(logLate && { read: 'log-late', buy: 'log-late', provider: 'log-late' }),
    };
  }

  private setLimits(): void {
    this.limitOf.read = this.lanes.read.limit;
    this.limitOf.buy = this.lanes.buy.limit;
    this.limitOf.provider = this.lanes.provider.limit;
  }
}
