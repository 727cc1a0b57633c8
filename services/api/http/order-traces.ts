import type { FastifyInstance } from 'fastify';
import { randomUUID } from '../../../infra/host/chance.js';
import { nowMs } from '../../../infra/host/clock.js';
import { type PurchaseTrace, WHOLE } from '../../telemetry/purchase-trace.js';
import type { Purchasing } from '../purchasing.js';

export function traceOrders(
  server: Pick<FastifyInstance, 'addHook'>,
  purchasing: Pick<Purchasing, 'onBought'>,
  spans: PurchaseTrace,
): void {
  const bought = new WeakMap<object, string>();
  purchasing.onBought = (caller, purchaseId) => void bought.set(caller, purchaseId);
  server.addHook('onResponse', (request, reply, done) => {
    const purchaseId = request.caller && bought.get(request.caller);
    if (purchaseId !== undefined) {
      const { method, url = '' } = request.routeOptions;
      const endedAt = nowMs();
      spans.record({
        purchaseId,
        name: `${String(method)} ${url}`,
        which: randomUUID(),
        within: WHOLE,
        kind: 'server',
        startedAt: endedAt - reply.elapsedTime,
        endedAt,
        attributes: {
          'http.request.method': String(method),
          'http.route': url,
          'http.response.status_code': reply.statusCode,
        },
      });
    }
    done();
  });
}
