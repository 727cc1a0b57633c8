import { TokenBucket } from './token-bucket.js';

/** Purchases, and all other calls. */
export type LaneName = 'buy' | 'read';

export const LIMIT_POLICIES = ['buy', 'read', 'in-flight', 'address'] as const;
export type LimitPolicy = (typeof LIMIT_POLICIES)[number];

/** Rates per second, and calls under way at once. A limit of 0 allows everything. */
export interface CallLimits {
  readonly read: number;
  readonly buy: number;
  readonly inFlight: number;
}

/** Share of the calls under way that may be reads at work. Further reads wait their turn. */
const READING_SHARE = 0.2;

/** Limits of an account that an administrator allows `perSecond` reads and as many purchases. */
export function raisedLimits(usual: CallLimits, perSecond: number | undefined): CallLimits {
  if (perSecond === undefined) return usual;
  const share = usual.buy === 0 ? 1 : perSecond / usual.buy;
  return {
    read: usual.read && perSecond,
    buy: usual.buy && perSecond,
    inFlight: Math.ceil(usual.inFlight * Math.max(1, share)),
  };
}

/** Calls of one caller. */
export class CallBudget {
  inFlight = 0;
  private reading = 0;
  /** Reads that wait for others of this caller, which would keep the readers of the store from everyone else. */
  private readonly turns: (() => void)[] = [];
  private readonly buckets: Readonly<Record<LaneName, TokenBucket>>;

  constructor(
    private limits: CallLimits,
    now: number,
  ) {
    this.buckets = { read: new TokenBucket(limits.read, now), buy: new TokenBucket(limits.buy, now) };
  }

  setLimits(limits: CallLimits, now: number): void {
    if (limits === this.limits) return;
    this.limits = limits;
    this.buckets.read.setRate(limits.read, now);
    this.buckets.buy.setRate(limits.buy, now);
  }

  /** True when the caller has as many calls under way as allowed. */
  get crowded(): boolean {
    return this.limits.inFlight !== 0 && this.inFlight >= this.limits.inFlight;
  }

  /** Begins a read, at once or when an earlier one ends. */
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

  /** Takes a call. Returns 0, or the milliseconds to wait. */
  take(kind: LaneName, now: number): number {
    return this.buckets[kind].take(now);
  }

  isIdle(now: number): boolean {
    return this.inFlight === 0 && this.buckets.read.isFull(now) && this.buckets.buy.isFull(now);
  }
}

/** Budgets by account or address. `sweep` drops those that a new one would equal. */
export class CallBudgets {
  private readonly budgets = new Map<string, CallBudget>();

  /** @param most budgets kept; the oldest go first */
  constructor(
    private readonly limits: CallLimits,
    private readonly most: number,
  ) {}

  of(key: string, now: number): CallBudget {
    const known = this.budgets.get(key);
    if (known) return known;
    if (this.budgets.size >= this.most) this.dropOldest();
    const budget = new CallBudget(this.limits, now);
    this.budgets.set(key, budget);
    return budget;
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
