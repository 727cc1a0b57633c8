import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, mergeMap, type Observable } from 'rxjs';
import { viewOfCall, viewOfRoute, visitOf } from '../../administrators/visits/views.js';
import { Visits } from '../../administrators/visits/visits.js';
import { originOf } from './caller.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Stores a view of personal data by an administrator or auditor before the answer is sent. When this fails,
 * the call fails.
 */
@Injectable()
export class ViewsInterceptor implements NestInterceptor {
  constructor(private readonly visits: Visits) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.getArgByIndex<FastifyRequest>(0);
    const administrator = request.caller?.administrator;
    // An answer to `HEAD` has no body.
    if (!administrator || request.method === 'HEAD') return next.handle();
    const { config, url = '' } = request.routeOptions;
    const call = config.rules?.call;
    const view = call ? viewOfCall(call) : viewOfRoute(url);
    if (!view) return next.handle();
    const asked = ((call ? request.body : request.params) ?? {}) as Fields;
    const store = async (answer: Fields): Promise<void> => {
      const visit = visitOf(view, asked, answer);
      if (visit) await this.visits.viewed(administrator, visit, originOf(request));
    };
    if (view.isFile) return from(store({})).pipe(mergeMap(() => next.handle()));
    return next.handle().pipe(
      mergeMap(async (answer: Fields) => {
        await store(answer);
        return answer;
      }),
    );
  }
}
