import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '../../infra/event-store/event-store.js';
import type { ApiHealth } from '../api/api-deps.js';
import type { ProjectionWatch } from './projection-watch.js';
import type { StoreWatch } from './store-watch.js';
import type { HeardVending } from './vending-notes.js';

export interface ApiParts {
  readonly eventStore: Pick<EventStore, 'lastPosition'>;
  readonly projection: Pick<ProjectionWatch, 'problems' | 'lastPosition'>;
  readonly answering: Pick<StoreWatch, 'problems'>;
  readonly vending: Pick<HeardVending, 'note'>;
}

/** A list that waits for what was just written waits no longer than this for the log to say where it ends. */
const PATIENCE_MS = 1_000;

/**
 * What stands in the way of an api process of a cluster. That no worker follows the log does not: purchases are accepted
 * and wait.
 */
export function apiHealth({ eventStore, projection, answering, vending }: ApiParts): ApiHealth {
  return {
    problems: () => [...answering.problems(), ...projection.problems()],
    vending: () => vending.note,
    async lastPosition() {
      const given = new AbortController();
      const late = sleep(PATIENCE_MS, undefined, { signal: given.signal, ref: false }).catch(() => undefined);
      const known = await Promise.race([eventStore.lastPosition().catch(() => undefined), late]);
      given.abort();
      return known ?? projection.lastPosition;
    },
    oldestOpenPurchaseMs() {
      const oldest = vending.note?.oldestOpenAt;
      return Promise.resolve(oldest === undefined ? undefined : Date.now() - Date.parse(oldest));
    },
  };
}
