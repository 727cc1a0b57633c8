import { LRUCache } from 'lru-cache';
import type { LiveHub } from '../../infra/live/live-hub.js';
import type { SharedWrites } from '../../infra/live/shared-writes.js';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { rulesOf } from './guards/route-rules.js';

const WRITERS_MAX = 20_000;

/** Remembers who has written, so that no list they ask for next is older than that. */
export class WrittenPositions {
  private readonly writers = new LRUCache<string, number>({ max: WRITERS_MAX });

  private writes = 0;

  constructor(
    private readonly liveHub: Pick<LiveHub, 'position' | 'waitFor'>,
    private readonly lastPosition: () => Promise<number>,
    /** Milliseconds a list waits at most. */
    private readonly waitMs: number,
    /** Who has written in other processes; none when there is only this one. */
    private readonly elsewhere?: Pick<SharedWrites, 'notedLately'>,
  ) {}

  /** Costs next to nothing: where the write went is looked up by the first list that wants to know. */
  note(userId: string): void {
    this.writers.set(userId, ++this.writes);
  }

  /** Waits, for a bounded time, until the read models hold what the person wrote. An old list is better than none. */
  async projected(userId: string): Promise<void> {
    const write = this.writers.get(userId);
    if (write === undefined && !(await this.elsewhere?.notedLately(userId))) return;
    // A ledger that is away now took the write before: the list that is there is shown.
    const written = await this.lastPosition().catch(() => undefined);
    const shown = written !== undefined && (await this.liveHub.waitFor(written, this.waitMs));
    if (shown && write !== undefined && this.writers.get(userId) === write) this.writers.delete(userId);
  }
}

/** Before a call changes something: tells the other processes whose lists are about to change. */
export class SharedWritesInterceptor implements NestInterceptor {
  constructor(private readonly sharedWrites: Pick<SharedWrites, 'note'>) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.getArgByIndex<FastifyRequest>(0);
    if (request.caller && rulesOf(request).kind === 'changes') this.sharedWrites.note(request.caller.userId);
    return next.handle();
  }
}
