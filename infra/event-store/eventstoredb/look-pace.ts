/** Minimum of `firstMs`. A normal append takes 1 ms, or some tens of ms under load. */
const FIRST_MIN_MS = 150;
const FIRST_TIMES_P99 = 4;
const KEPT = 256;
const SORT_EVERY = 32;
const LOOKS_SHARE = 0.05;
const BURST = 16;

/** Decides when to read a stream to look for a slow append. At most 5 % of appends cause such a read. */
export class LookPace {
  private readonly durations: number[] = [];
  private count = 0;
  private slowMs = 0;
  private allowance = BURST;

  constructor(private readonly firstMaxMs: number) {}

  /** Milliseconds after which the stream of an unanswered append is read to look for its events. */
  get firstMs(): number {
    return Math.min(this.firstMaxMs, Math.max(FIRST_MIN_MS, FIRST_TIMES_P99 * this.slowMs));
  }

  answered(tookMs: number): void {
    this.durations[this.count % KEPT] = tookMs;
    this.count += 1;
    if (this.count % SORT_EVERY === 0) {
      const sorted = [...this.durations].sort((one, other) => one - other);
      this.slowMs = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
    }
    this.allowance = Math.min(BURST, this.allowance + LOOKS_SHARE);
  }

  take(): boolean {
    if (this.allowance < 1) return false;
    this.allowance -= 1;
    return true;
  }
}
