import { jsonEvent } from '@eventstore/db-client';
import type { Logger } from 'pino';
import type { Connection } from './connection.js';
import { reasonOf } from './store-failures.js';

const KEPT = 10;

export interface Followed {
  /** Time of the last received event, in ms of `performance.now()`. */
  readonly lastSign: number;
  declareDead(): void;
}

/**
 * Detects a dead subscription. After a silence, writes an event that every living subscription must receive.
 */
export class Heartbeat {
  private timer: NodeJS.Timeout | undefined;
  private writing = false;
  private unanswered = false;
  private bounded = false;

  constructor(
    private readonly connection: Pick<Connection, 'append' | 'keepNewest'>,
    private readonly stream: string,
    private readonly everyMs: number,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  get answered(): boolean {
    return !this.unanswered;
  }

  start(followed: Followed): void {
    this.timer = setInterval(() => void this.beat(followed), this.everyMs);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async beat(followed: Followed): Promise<void> {
    if (this.writing) return;
    if (performance.now() - followed.lastSign < this.everyMs) {
      this.unanswered = false;
      return;
    }
    this.writing = true;
    try {
      const written = performance.now();
      await this.write();
      await new Promise((resolve) => setTimeout(resolve, this.everyMs).unref());
      if (followed.lastSign < written) followed.declareDead();
    } finally {
      this.writing = false;
    }
  }

  private async write(): Promise<void> {
    try {
      if (!this.bounded) await this.connection.keepNewest(this.stream, KEPT).catch(() => undefined);
      this.bounded = true;
      await this.connection.append(this.stream, 'any', [jsonEvent({ type: 'Heartbeat', data: {} })]);
      this.unanswered = false;
    } catch (error) {
      this.unanswered = true;
      this.logger.warn({ reason: reasonOf(error) }, 'the event store takes no heartbeat');
    }
  }
}
