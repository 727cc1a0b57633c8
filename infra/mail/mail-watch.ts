import { monotonicMs, nowMs } from '../host/clock.js';
import type { Mailer } from './mailer.js';

/** Mail servers limit log-ins. */
const EVERY_MS = 2 * 60_000;

export class MailWatch {
  private lookedAt = -Infinity;
  private isLooking = false;
  private since: number | null | undefined;

  constructor(
    private readonly mailer: Pick<Mailer, 'check'>,
    private readonly clock = { monotonicMs, nowMs },
  ) {}

  /**
   * Unix ms at which the mail server began to fail. `null` while the mail server works. Undefined before its
   * first answer.
   */
  get failingSince(): number | null | undefined {
    return this.since;
  }

  /** Begins a check of the mail server when one is due, without waiting for the answer. */
  look(): void {
    const { clock } = this;
    if (this.isLooking || clock.monotonicMs() - this.lookedAt < EVERY_MS) return;
    this.isLooking = true;
    this.lookedAt = clock.monotonicMs();
    void this.mailer
      .check()
      .then(
        () => (this.since = null),
        () => (this.since ??= clock.nowMs()),
      )
      .finally(() => (this.isLooking = false));
  }
}
