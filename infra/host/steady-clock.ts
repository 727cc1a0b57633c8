/** Wall clock that follows a step back at once, and a step forward after `delayMs`. */
export class SteadyClock {
  /** Smallest lead of the wall clock over the monotonic clock, in milliseconds. */
  private ahead = Infinity;
  /** Smallest lead since `sinceMs`. */
  private aheadSince = Infinity;
  private sinceMs = 0;

  constructor(private readonly delayMs: number) {}

  /** Unix ms. */
  read(wallMs: number, monotonicMs: number): number {
    const ahead = wallMs - monotonicMs;
    if (this.aheadSince === Infinity) this.sinceMs = monotonicMs;
    this.aheadSince = Math.min(this.aheadSince, ahead);
    if (ahead <= this.ahead || monotonicMs - this.sinceMs >= this.delayMs) {
      this.ahead = this.aheadSince;
      this.aheadSince = Infinity;
    }
    return monotonicMs + this.ahead;
  }
}
