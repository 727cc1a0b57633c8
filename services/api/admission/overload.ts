import type { LaneName } from '../../rate-limits/call-budgets.js';

/** Seconds of work that may wait after a burst, and while calls keep coming faster than they are answered. */
const BURST_SECONDS = 0.75;
const STANDING_SECONDS = 0.2;
/** Looks after which a queue is no burst. */
const BURST_LOOKS = 5;
/** Fewest calls that may wait, so that a store that was away for a moment sheds nothing for long. */
const WAITING_MIN = 64;
/** Delay of the event loop from which fewer calls may wait. Health is then answered within two such delays. */
const SLOW_LOOP_MS = 50;
const LESS = 0.7;
const MORE = 0.05;
/** Calls under way at which answers per second show the capacity. */
const BUSY_FROM = 32;
const WEIGHT = 0.3;
const WEIGHT_OF_REST = 0.05;
/** Time for which the event loop is late before reads are shed; twice as long sheds purchases. */
const LATE_FOR_MS = 1_000;

export const SHED_REASONS = ['waiting', 'event-loop', 'log-late', 'backlog'] as const;
export type ShedReason = (typeof SHED_REASONS)[number];

/** Calls of one kind under way, and how many may be. */
export class Lane {
  waiting = 0;
  answered = 0;
  private capacity: number;
  private wasBusy = false;
  /** Looks since the queue was short. */
  private long = 0;
  /** Share of the limit that the event loop bears. */
  private share = 1;

  constructor(private readonly most: number) {
    this.capacity = most / BURST_SECONDS;
  }

  /** Answers per second count only while calls wait: an idle server shows nothing of its capacity. */
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
  /** Calls of each kind that may wait; 0 for no limit. */
  readonly waiting: number;
  /** Milliseconds. */
  readonly loopDelayMs: number;
  readonly logLateMs: number;
}

/** Decides when calls are refused because all work together is too much. Reads are refused before purchases. */
export class Overload {
  readonly lanes: Readonly<Record<LaneName, Lane>>;
  private shedding: Partial<Record<LaneName, ShedReason>> = {};
  private readonly limitOf = { read: 0, buy: 0 };
  private lateSince: number | undefined;

  constructor(
    private readonly limits: OverloadLimits,
    private readonly logLateMs: () => number,
    private readonly backlogFull: () => boolean = () => false,
  ) {
    this.lanes = { read: new Lane(limits.waiting), buy: new Lane(limits.waiting) };
    this.setLimits();
  }

  /** Reason to refuse a call, or undefined. */
  refuses(kind: LaneName): ShedReason | undefined {
    const { read, buy } = this.lanes;
    if (this.shedding[kind] !== undefined) return this.shedding[kind];
    if (kind === 'buy') return buy.waiting >= this.limitOf.buy ? 'waiting' : undefined;
    return read.waiting >= this.limitOf.read || buy.waiting >= this.limitOf.buy / 2 ? 'waiting' : undefined;
  }

  /**
   * @param tookMs since the last look
   * @param everyMs that it should have taken
   */
  look(now: number, tookMs: number, everyMs: number): void {
    const lateMs = tookMs - everyMs;
    this.lanes.read.look(tookMs, lateMs);
    this.lanes.buy.look(tookMs, lateMs);
    this.setLimits();
    const late = lateMs > this.limits.loopDelayMs;
    this.lateSince = late ? (this.lateSince ?? now - tookMs) : undefined;
    const lateFor = this.lateSince === undefined ? 0 : now - this.lateSince;
    const logLate = this.logLateMs() > this.limits.logLateMs;
    this.shedding = {
      ...(this.backlogFull() && { buy: 'backlog' }),
      ...(lateFor >= LATE_FOR_MS && { read: 'event-loop' }),
      ...(lateFor >= 2 * LATE_FOR_MS && { buy: 'event-loop' }),
      ...(logLate && { read: 'log-late', buy: 'log-late' }),
    };
  }

  private setLimits(): void {
    this.limitOf.read = this.lanes.read.limit;
    this.limitOf.buy = this.lanes.buy.limit;
  }
}
