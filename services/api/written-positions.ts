import { boundedCache } from '../../infra/limits/bounded-cache.js';
import type { LiveHub } from '../../infra/live/live-hub.js';
import type { SharedWrites } from '../../infra/live/shared-writes.js';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { rulesOf } from './guards/route-rules.js';

const WRITERS_MAX = 20_000;

/** Makes the next lists of a writer include the write. */
export class WrittenPositions {
  private readonly writers = boundedCache<string, number>(WRITERS_MAX);

  private writes = 0;

  constructor(
    private readonly liveHub: Pick<LiveHub, 'position' | 'waitFor'>,
    private readonly lastPosition: () => Promise<number>,
    /** Longest wait of a list, in ms. */
    private readonly waitMs: number,
    /** Writes noted by other processes; absent in a single process. */
    private readonly elsewhere?: Pick<SharedWrites, 'notedLately'>,
  ) {}

  /** Cheap: only `projected` looks up the position. */
  note(userId: string): void {
    this.writers.set(userId, ++this.writes);
  }

  /** Waits until the read models hold the user's write. After `waitMs` the list may be old. */
  async projected(userId: string): Promise<void> {
    const write = this.writers.get(userId);
    if (write === undefined && !(await this.elsewhere?.notedLately(userId))) return;
    // Without the ledger, show the list as it is.
    const written = await this.lastPosition().catch(() => undefined);
    const shown = written !== undefined && (await this.liveHub.waitFor(written, this.waitMs));
    if (shown && write !== undefined && this.writers.get(userId) === write) this.writers.delete(userId);
  }
}

/** Tells other processes in advance, so that no later list can miss the write. */
export class SharedWritesInterceptor implements NestInterceptor {
  constructor(private readonly sharedWrites: Pick<SharedWrites, 'note'>) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.getArgByIndex<FastifyRequest>(0);
    if (request.caller && rulesOf(request).kind === 'changes') this.sharedWrites.note(request.caller.userId);
    return next.handle();
  }
}
