import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import type { SharedWrites } from '../../../infra/live/shared-writes.js';
import { rulesOf } from '../guards/route-rules.js';

/** Before a call changes something: tells the other processes whose lists are about to change. */
export class SharedWritesInterceptor implements NestInterceptor {
  constructor(private readonly sharedWrites: Pick<SharedWrites, 'note'>) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.getArgByIndex<FastifyRequest>(0);
    if (request.caller && rulesOf(request).kind === 'changes') this.sharedWrites.note(request.caller.userId);
    return next.handle();
  }
}
