/** Seconds of its rate that a bucket holds. */
const BURST_SECONDS = 2;

/** Allows `perSecond` calls on average, and twice as many at once. A rate of 0 allows everything. */
export class TokenBucket {
  private tokens: number;

  /** @param at monotonic ms, like each `now` below */
  constructor(
    private perSecond: number,
    private at: number,
  ) {
    this.tokens = perSecond * BURST_SECONDS;
  }

  /** Takes a token. Returns 0, or the milliseconds until there is one. */
  take(now: number): number {
    if (this.perSecond === 0) return 0;
    this.refill(now);
    if (this.tokens >= 1) {
      this.tokens -= 1;
      return 0;
    }
    return ((1 - this.tokens) * 1_000) / this.perSecond;
  }

  /** A raised rate fills the bucket. */
  setRate(perSecond: number, now: number): void {
    if (perSecond === this.perSecond) return;
    const raised = perSecond > this.perSecond;
    this.refill(now);
    this.perSecond = perSecond;
    const most = perSecond * BURST_SECONDS;
    this.tokens = raised ? most : Math.min(this.tokens, most);
  }

  /** A full bucket may be dropped: a new one would be the same. */
  isFull(now: number): boolean {
    this.refill(now);
    return this.tokens >= this.perSecond * BURST_SECONDS;
  }

  private refill(now: number): void {
    const refilled = this.tokens + ((now - this.at) * this.perSecond) / 1_000;
    const most = this.perSecond * BURST_SECONDS;
    this.tokens = refilled < most ? refilled : most;
    this.at = now;
  }
}
