import { boundedCache } from '../../infra/limits/bounded-cache.js';
import type { LiveHub } from '../../infra/live/live-hub.js';
import type { SharedWrites } from '../../infra/live/shared-writes.js';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { rulesOf } from './guards/route-rules.js';

const WRITERS_MAX = 20_000;

/**
 * Remembers the position of each user's last write. The lists that the user reads next then include the
 * user's own change.
 */
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

  /** Waits until the read models include the user's change, but at most `waitMs`. */
  async projected(userId: string): Promise<void> {
    const write = this.writers.get(userId);
    if (write === undefined && !(await this.elsewhere?.notedLately(userId))) return;
    // When the event store does not answer, show the list without waiting.
    const written = await this.lastPosition().catch(() => undefined);
    const shown = written !== undefined && (await this.liveHub.waitFor(written, this.waitMs));
    if (shown && write !== undefined && this.writers.get(userId) === write) this.writers.delete(userId);
  }
}

/** Tells other processes of a change before the change is made. No list that is read later can miss it. */
export class SharedWritesInterceptor implements NestInterceptor {
  constructor(private readonly sharedWrites: Pick<SharedWrites, 'note'>) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.getArgByIndex<FastifyRequest>(0);
    if (request.caller && rulesOf(request).kind === 'changes') this.sharedWrites.note(request.caller.userId);
    return next.handle();
  }
}
