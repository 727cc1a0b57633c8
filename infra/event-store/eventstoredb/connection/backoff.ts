import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pause } from '../../../host/timers.js';

const FIRST_MS = 50;
const JITTER_MAX = 30;

export class Backoff {
  private failures = 0;

  constructor(private readonly longestMs: number) {}

  reset(): void {
    this.failures = 0;
  }

  async wait(signal?: AbortSignal): Promise<void> {
    const ms = Math.min(this.longestMs, FIRST_MS * 2 ** this.failures);
    this.failures += 1;
    const jittered = (ms * (100 - randomInt(JITTER_MAX))) / 100;
    await (signal ? pause(jittered, signal) : sleep(jittered));
  }
}
