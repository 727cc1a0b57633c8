/** A full bucket holds as many tokens as the rate adds in this number of seconds. */
const BURST_SECONDS = 2;

/**
 * Allows `perSecond` calls on average, and a burst of twice as many. A rate of 0 allows any number of calls.
 */
export class TokenBucket {
  private tokens: number;

  /** @param at monotonic milliseconds, like every `now` of this class */
  constructor(
    private perSecond: number,
    private at: number,
  ) {
    this.tokens = perSecond * BURST_SECONDS;
  }

  /** Returns 0 when there was a token, or else the milliseconds until there is. */
  take(now: number): number {
    if (this.perSecond === 0) return 0;
    this.refill(now);
    if (this.tokens >= 1) {
      this.tokens -= 1;
      return 0;
    }
    return ((1 - this.tokens) * 1_000) / this.perSecond;
  }

  giveBack(): void {
    this.tokens = Math.min(this.tokens + 1, this.perSecond * BURST_SECONDS);
  }

  /**
   * Takes the tokens of calls that were allowed already. The bucket may go into debt, but at most by the
   * content of a full bucket.
   */
  charge(calls: number, now: number): void {
    this.refill(now);
    this.tokens = Math.max(this.tokens - calls, -this.perSecond * BURST_SECONDS);
  }

  /** Calls that are allowed at `now`, at most `perSecond`. Infinity when the rate is 0. */
  left(now: number): number {
    if (this.perSecond === 0) return Infinity;
    this.refill(now);
    const whole = this.tokens < this.perSecond ? Math.floor(this.tokens) : this.perSecond;
    return whole > 0 ? whole : 0;
  }

  /** Fills the bucket when the new rate is higher. */
  setRate(perSecond: number, now: number): void {
    if (perSecond === this.perSecond) return;
    const raised = perSecond > this.perSecond;
    this.refill(now);
    this.perSecond = perSecond;
    const most = perSecond * BURST_SECONDS;
    this.tokens = raised ? most : Math.max(-most, Math.min(this.tokens, most));
  }

  /** A full bucket may be dropped, because a new bucket would be the same. */
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
