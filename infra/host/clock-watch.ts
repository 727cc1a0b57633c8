import { monotonicMs, nowMs } from './clock.js';
import { startRepeating } from './timers.js';

/**
 * Step of the wall clock, after someone set the clock or the machine was suspended. A forward step is
 * positive.
 */
export interface ClockStep {
  readonly byMs: number;
}

const STEP_MIN_MS = 5_000;
const LOOK_EVERY_MS = 10_000;

export class ClockWatch {
  private offset = nowMs() - monotonicMs();
  private last: (ClockStep & { readonly seenAt: number }) | undefined;

  look(): ClockStep | undefined {
    const offset = nowMs() - monotonicMs();
    const byMs = Math.round(offset - this.offset);
    this.offset = offset;
    if (Math.abs(byMs) < STEP_MIN_MS) return undefined;
    this.last = { byMs, seenAt: monotonicMs() };
    return { byMs };
  }

  within(spanMs: number): ClockStep | undefined {
    return this.last && monotonicMs() - this.last.seenAt < spanMs ? { byMs: this.last.byMs } : undefined;
  }
}

export function watchClock(onStep: (step: ClockStep) => void): () => void {
  const watch = new ClockWatch();
  const timer = startRepeating(() => {
    const step = watch.look();
    if (step) onStep(step);
  }, LOOK_EVERY_MS).unref();
  return () => timer.cancel();
}
