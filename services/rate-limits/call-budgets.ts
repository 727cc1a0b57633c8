import type { CallsOf } from '../../infra/limits/call-reports.js';
import { TokenBucket } from './token-bucket.js';

/** Kinds of API calls: `buy` for purchases, and `read` for all other calls. */
export type LaneName = 'buy' | 'read';

export const LIMIT_POLICIES = ['buy', 'read', 'in-flight', 'address'] as const;
export type LimitPolicy = (typeof LIMIT_POLICIES)[number];
export const POLICY_NAMES = [
  ...LIMIT_POLICIES,
  'lookup',
  'export',
  'login',
  'attempts',
  'customers',
] as const;
export type PolicyName = (typeof POLICY_NAMES)[number];

/** Maximum calls per second (`read`, `buy`) and maximum concurrent calls (`inFlight`). 0 means no limit. */
export interface CallLimits {
  readonly read: number;
  readonly buy: number;
  readonly inFlight: number;
}

/** Share of the concurrent calls (`inFlight`) that may be reads. Further reads wait in a queue. */
const READING_SHARE = 0.2;

/**
 * Raises the limits of an account to the `perSecond` that an administrator allowed. Reads and purchases get the
 * same limit.
 */
export function raisedLimits(usual: CallLimits, perSecond: number | undefined): CallLimits {
  if (perSecond === undefined) return usual;
  const share = usual.buy === 0 ? 1 : perSecond / usual.buy;
  return {
    read: usual.read && perSecond,
    buy: usual.buy && perSecond,
    inFlight: Math.ceil(usual.inFlight * Math.max(1, share)),
  };
}

export class CallBudget {
  inFlight = 0;
  private reading = 0;
  /**
   * Reads that wait until earlier reads of the same caller end, so that one caller never occupies all readers
   * of the store.
   */
  private readonly turns: (() => void)[] = [];
  private readonly buckets: Readonly<Record<LaneName, TokenBucket>>;
  /** Calls that are not reported to other processes yet. */
  private readonly unreported = { read: 0, buy: 0 };

  /**
   * @param toReport set to which this budget adds itself when it has unreported calls; absent when this process
   * reports no calls
   */
  constructor(
    public limits: CallLimits,
    now: number,
    private readonly key: string,
    private readonly toReport?: Set<CallBudget>,
  ) {
    this.buckets = { read: new TokenBucket(limits.read, now), buy: new TokenBucket(limits.buy, now) };
  }

  setLimits(limits: CallLimits, now: number): void {
    if (limits === this.limits) return;
    this.limits = limits;
    this.buckets.read.setRate(limits.read, now);
    this.buckets.buy.setRate(limits.buy, now);
  }

  get crowded(): boolean {
    return this.limits.inFlight !== 0 && this.inFlight >= this.limits.inFlight;
  }

  /** When too many reads of the caller are running, the read waits until an earlier read ends. */
  beginRead(begin: () => void): void {
    const most = Math.ceil(this.limits.inFlight * READING_SHARE);
    if (most > 0 && this.reading >= most) {
      this.turns.push(begin);
      return;
    }
    this.reading += 1;
    begin();
  }

  endRead(): void {
    const next = this.turns.shift();
    if (next) next();
    else this.reading -= 1;
  }

  /** Returns 0 when the call may run now, or else the milliseconds to wait. */
  take(kind: LaneName, now: number): number {
    const waitMs = this.buckets[kind].take(now);
    if (waitMs === 0) this.count(kind);
    return waitMs;
  }

  /** Counts a call that runs anyway. */
  charge(kind: LaneName, now: number): void {
    this.buckets[kind].charge(1, now);
    this.count(kind);
  }

  giveBack(kind: LaneName): void {
    this.buckets[kind].giveBack();
    if (this.unreported[kind] > 0) this.unreported[kind] -= 1;
  }

  takeElsewhere([, reads, purchases]: CallsOf, now: number): void {
    this.buckets.read.charge(reads, now);
    this.buckets.buy.charge(purchases, now);
  }

  takeReport(): CallsOf {
    const { read, buy } = this.unreported;
    this.unreported.read = this.unreported.buy = 0;
    return [this.key, read, buy];
  }

  /** Calls of this kind that are allowed at `now`. Infinity without a limit. */
  left(kind: LaneName, now: number): number {
    return this.buckets[kind].left(now);
  }

  isIdle(now: number): boolean {
    return this.inFlight === 0 && this.buckets.read.isFull(now) && this.buckets.buy.isFull(now);
  }

  private count(kind: LaneName): void {
    if (!this.toReport || this.limits[kind] === 0) return;
    this.unreported[kind] += 1;
    this.toReport.add(this);
  }
}

/**
 * Limits of calls for each account or network address. `sweep` drops idle budgets, because a new budget would
 * allow the same calls.
 */
export class CallBudgets {
  private readonly budgets = new Map<string, CallBudget>();
  private toReport: Set<CallBudget> | undefined;

  /** @param most maximum number of budgets; the oldest budgets are dropped first */
  constructor(
    private readonly limits: CallLimits,
    private readonly most: number,
  ) {}

  of(key: string, now: number): CallBudget {
    const known = this.budgets.get(key);
    if (known) return known;
    if (this.budgets.size >= this.most) this.dropOldest();
    const budget = new CallBudget(this.limits, now, key, this.toReport);
    this.budgets.set(key, budget);
    return budget;
  }

  /**
   * Makes new budgets record calls for `takeReports`. Call before `of`, because existing budgets do not
   * change.
   */
  keepReports(): void {
    this.toReport = new Set();
  }

  takeReports(): CallsOf[] {
    if (!this.toReport || this.toReport.size === 0) return [];
    const reports = Array.from(this.toReport, (budget) => budget.takeReport());
    this.toReport.clear();
    return reports;
  }

  takeElsewhere(reports: readonly CallsOf[], now: number): void {
    for (const report of reports) this.of(report[0], now).takeElsewhere(report, now);
  }

  sweep(now: number): void {
    for (const [key, budget] of this.budgets) if (budget.isIdle(now)) this.budgets.delete(key);
  }

  get size(): number {
    return this.budgets.size;
  }

  private dropOldest(): void {
    for (const key of this.budgets.keys()) {
      this.budgets.delete(key);
      return;
    }
  }
}
