import { boundedCache } from '../../infra/limits/bounded-cache.js';
import type { LiveHub } from '../../infra/live/live-hub.js';
import type { SharedWrites } from '../../infra/live/shared-writes.js';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { rulesOf } from './guards/route-rules.js';

const WRITERS_MAX = 20_000;

/** Remembers the log position of each user's last change, so that the user's next lists include the change. */
export class WrittenPositions {
  private readonly writers = boundedCache<string, number>(WRITERS_MAX);

  private writes = 0;

  constructor(
    private readonly liveHub: Pick<LiveHub, 'position' | 'waitFor'>,
    private readonly lastPosition: () => Promise<number>,
    private readonly waitMs: number,
    private readonly elsewhere?: Pick<SharedWrites, 'notedLately'>,
  ) {}

  note(userId: string): void {
    this.writers.set(userId, ++this.writes);
  }

  /** Waits until the read models include the user's last change. Waits at most `waitMs`. */
  async projected(userId: string): Promise<void> {
    const write = this.writers.get(userId);
    if (write === undefined && !(await this.elsewhere?.notedLately(userId))) return;
    // Show the list without waiting when the event store does not answer.
    const written = await this.lastPosition().catch(() => undefined);
    const shown = written !== undefined && (await this.liveHub.waitFor(written, this.waitMs));
    if (shown && write !== undefined && this.writers.get(userId) === write) this.writers.delete(userId);
  }
}

/**
 * Announces a user's change to the other processes before making it. A list from another process then waits for
 * the change.
 */
export class SharedWritesInterceptor implements NestInterceptor {
  constructor(private readonly sharedWrites: Pick<SharedWrites, 'note'>) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.getArgByIndex<FastifyRequest>(0);
    if (request.caller && rulesOf(request).kind === 'changes') this.sharedWrites.note(request.caller.userId);
    return next.handle();
  }
}
