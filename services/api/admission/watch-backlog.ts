import type { FastifyInstance } from 'fastify';
import { startRepeating } from '../../../infra/host/timers.js';
import type { LoadSignal } from '../../../infra/threads/load-signal.js';
import type { VendorBacklog } from '../../purchases/accept/vendor-backlog.js';
import type { ApiHealth } from '../api-health.js';

const EVERY_MS = 1_000;

/**
 * Tells `backlog` every second how far the worker is behind the log. Without a new report, uses the worker's
 * last report.
 */
export function watchBacklog(
  server: Pick<FastifyInstance, 'addHook'>,
  backlog: VendorBacklog,
  health: Pick<ApiHealth, 'dispatching' | 'lastPosition'>,
  loadSignal: LoadSignal,
): void {
  if (!backlog.limited) return;
  let known: ReturnType<ApiHealth['dispatching']>;
  const look = async (): Promise<void> => {
    known = health.dispatching() ?? known;
    if (!known) return;
    const { position: reached, queues = [] } = known;
    backlog.look({ last: await health.lastPosition(), reached, queues });
    loadSignal.ignored = backlog.pressing;
  };
  const looking = startRepeating(() => void look(), EVERY_MS).unref();
  server.addHook('onClose', (_server, done) => {
    looking.cancel();
    done();
  });
}
