import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pause } from '../../../host/timers.js';

const FIRST_MS = 50;
/** Percent of a wait that chance may take off. */
const JITTER_MAX = 30;

/** Waits longer each time, up to a limit, and never the same in two processes. */
export class Backoff {
  private failures = 0;

  constructor(private readonly longestMs: number) {}

  /** What is waited for has worked: the next failure starts again with a short wait. */
  reset(): void {
    this.failures = 0;
  }

  /** Resolves early when the signal aborts. */
  async wait(signal?: AbortSignal): Promise<void> {
    const ms = Math.min(this.longestMs, FIRST_MS * 2 ** this.failures);
    this.failures += 1;
    const jittered = (ms * (100 - randomInt(JITTER_MAX))) / 100;
    await (signal ? pause(jittered, signal) : sleep(jittered));
  }
}
