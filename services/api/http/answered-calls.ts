import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { monotonicMs } from '../../../infra/host/clock.js';
import type { RouteTally } from './request-metrics.js';

interface OpenCall {
  readonly tally: RouteTally | undefined;
  readonly since: number;
  /** Object to notify when the answer is sent or the client leaves. */
  admitted: { onClose(response: ServerResponse): void } | undefined;
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
  if (this.writableFinished) call.tally?.note(this.statusCode, monotonicMs() - call.since);
  call.admitted?.onClose(this);
}

/** Fastify's hook `onResponse` costs more, and misses clients that leave. */
export function countAnswers(server: FastifyInstance): void {
  server.addHook('onRequest', (request, { raw }, done) => {
    raw.call = { tally: request.routeOptions.config.tally, since: monotonicMs(), admitted: undefined };
    raw.on('close', closed);
    // Without a listener, writing to a client that has left would end the process.
    raw.on('error', ignore);
    done();
  });
}
