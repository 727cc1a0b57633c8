import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { monotonicMs } from '../../../infra/host/clock.js';
import { messageOf, statusOf, type FailureAnswer } from '../../contracts/errors.js';
import type { CallBudget } from '../../rate-limits/call-budgets.js';
import { unsharedAnswer } from '../filters/failures.filter.js';
import type { RouteTally } from './request-metrics.js';

interface OpenCall {
  readonly tally: RouteTally | undefined;
  readonly since: number;
  errorCode: string | undefined;
  /** Object to notify when the answer is sent or the client leaves. */
  admitted:
    | { readonly budget: CallBudget | undefined; arrived(): void; onClose(response: ServerResponse): void }
    | undefined;
}

declare module 'node:http' {
  interface ServerResponse {
    call?: OpenCall | undefined;
  }
}

const ignore = (): void => undefined;

function closed(this: ServerResponse): void {
  const { call } = this;
  if (!call) return;
  this.call = undefined;
  if (this.writableFinished) call.tally?.note(this.statusCode, monotonicMs() - call.since, call.errorCode);
  call.admitted?.onClose(this);
}

function refusePipelined(reply: FastifyReply): void {
  const code = 'INVALID_REQUEST';
  const answer: FailureAnswer = { status: false, code, message: messageOf(code) };
  void unsharedAnswer(reply).code(statusOf(code)).header('connection', 'close').send(answer);
}

/**
 * Fastify's hook `onResponse` costs more, and misses clients that leave. Refuses pipelined calls: Node emits `close`
 * only on the response that holds the socket.
 */
export function countAnswers(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply;
    if (raw.socket === null) return refusePipelined(reply);
    raw.call = {
      tally: request.routeOptions.config.tally,
      since: monotonicMs(),
      errorCode: undefined,
      admitted: undefined,
    };
    raw.on('close', closed);
    // Without a listener, writing to a client that has left would end the process.
    raw.on('error', ignore);
    done();
  });
}
