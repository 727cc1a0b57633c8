import type { Logger } from 'pino';
import { startTimer, type Timer } from '../../infra/host/timers.js';

interface Pending {
  tries: number;
  running: boolean;
  again: boolean;
  timer: Timer | undefined;
}

export interface PendingFundingsOptions {
  readonly settle: (reference: string) => Promise<boolean>;
  readonly logger: Logger;
  readonly concurrency?: number;
  readonly firstRetryMs?: number;
}

const CONCURRENCY = 16;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 300_000;

/**
 * Reported payments without an outcome. The provider is asked about each payment again and again,
 * with growing pauses.
 */
export class PendingFundings {
  private readonly pending = new Map<string, Pending>();
  private readonly ready: string[] = [];
  private running = 0;
  private stopped = false;
  private idle: (() => void) | undefined;

  constructor(private readonly options: PendingFundingsOptions) {}

  add(reference: string): void {
    if (this.stopped) return;
    const known = this.pending.get(reference);
    if (known?.running) {
      known.again = true;
      return;
    }
    const entry = known ?? { tries: 0, running: false, again: false, timer: undefined };
    if (known && known.timer === undefined) return;
    entry.timer?.cancel();
    entry.timer = undefined;
    this.pending.set(reference, entry);
    this.ready.push(reference);
    this.work();
  }

  references(): string[] {
    return [...this.pending.keys()];
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.ready.length = 0;
    for (const entry of this.pending.values()) entry.timer?.cancel();
    if (this.running > 0) await new Promise<void>((resolve) => (this.idle = resolve));
  }

  private work(): void {
    while (this.running < (this.options.concurrency ?? CONCURRENCY)) {
      const reference = this.ready.shift();
      const entry = reference === undefined ? undefined : this.pending.get(reference);
      if (reference === undefined || !entry) return;
      this.running += 1;
      entry.running = true;
      void this.attempt(reference, entry).finally(() => {
        this.running -= 1;
        if (this.running === 0) this.idle?.();
        this.work();
      });
    }
  }

  private async attempt(reference: string, entry: Pending): Promise<void> {
    let finished = false;
    try {
      finished = await this.options.settle(reference);
    } catch (error) {
      this.options.logger.warn({ err: error, tries: entry.tries + 1 }, 'a payment could not be verified yet');
    }
    entry.running = false;
    if (finished && !entry.again) this.pending.delete(reference);
    else if (!this.stopped) this.later(reference, entry);
  }

  private later(reference: string, entry: Pending): void {
    const pause = Math.min((this.options.firstRetryMs ?? FIRST_RETRY_MS) * 2 ** entry.tries, LAST_RETRY_MS);
    entry.tries = Math.min(entry.tries + 1, 30);
    entry.timer = startTimer(() => this.add(reference), entry.again ? 0 : pause);
    entry.timer.unref();
    entry.again = false;
  }
}
