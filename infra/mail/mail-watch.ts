import { monotonicMs, nowMs } from '../host/clock.js';
import type { Mailer } from './mailer.js';

/** Mail servers limit log-ins. */
const EVERY_MS = 2 * 60_000;

/** Knows since when the mail server fails. */
export class MailWatch {
  private lookedAt = -Infinity;
  private isLooking = false;
  private since: number | null | undefined;

  constructor(
    private readonly mailer: Pick<Mailer, 'check'>,
    private readonly clock = { monotonicMs, nowMs },
  ) {}

  /** Unix ms; `null` while the mail server works, undefined before the first answer. */
  get failingSince(): number | null | undefined {
    return this.since;
  }

  /** Begins a check when one is due. Never waits for the mail server. */
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
