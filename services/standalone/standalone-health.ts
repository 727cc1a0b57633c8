import type { EventStore } from '../../infra/event-store/event-store.js';
import { nowMs } from '../../infra/host/clock.js';
import type { ApiHealth } from '../api/api-health.js';
import type { Projector } from '../projector/start-projector.js';
import type { WorkerThread } from '../worker/start-worker-thread.js';

export interface Parts {
  readonly eventStore: Pick<EventStore, 'lastPosition'>;
  readonly projector: Pick<Projector, 'health'>;
  readonly worker: Pick<WorkerThread, 'health' | 'counts' | 'running'>;
  readonly damaged: ReadonlySet<string>;
}

export function standaloneHealth({ eventStore, projector, worker, damaged }: Parts): ApiHealth {
  return {
    problems() {
      const { running, views } = projector.health();
      const halted = views.flatMap(({ view, halted }) =>
        halted ? [`view ${view} halted at ${halted.position}: ${halted.reason}`] : [],
      );
      return [
        ...(running ? [] : ['the projector is not running']),
        ...(worker.running() ? [] : ['the worker is not running']),
        ...halted,
      ];
    },
    parked: () => projector.health().views,
    views: () =>
      projector.health().views.map(({ view, checkpoint, halted }) => ({
        view,
        checkpoint,
        halted: halted && `halted at ${halted.position}: ${halted.reason}`,
      })),
    damaged: () => [...damaged],
    seals: () => projector.health().seals,
    lastPosition: () => eventStore.lastPosition(),
    dispatching: () => worker.health(),
    purchases: () => worker.counts(),
    oldestOpenPurchaseMs() {
      const oldest = worker.health()?.oldestOpenAt;
      return Promise.resolve(oldest === undefined ? undefined : Math.max(0, nowMs() - Date.parse(oldest)));
    },
  };
}
