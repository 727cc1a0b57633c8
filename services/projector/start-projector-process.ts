import { openRedisLivePublisher } from '../../infra/live/open-redis-live-publisher.js';
import { openMongoWriter } from '../../infra/read-store/mongo/open-mongo-read-store.js';
import { projections, views } from '../../read-models/views.js';
import { Closing } from '../cluster/closing.js';
import { followChanges } from '../cluster/follow-changes.js';
import { openStores } from '../cluster/open-stores.js';
import { ProjectionWatch } from '../cluster/projection-watch.js';
import { serveAsks } from '../cluster/projector-asks.js';
import type { RunningRole, Surroundings } from '../cluster/run-process.js';
import { StoreWatch } from '../cluster/store-watch.js';
import { keepProjecting } from './keep-projecting.js';
import { projectorHealth } from './projector-health.js';

/** Opens one projector process. Whatever was opened before something failed is closed again. */
export async function startProjectorProcess(surroundings: Surroundings): Promise<RunningRole> {
  const closing = new Closing();
  try {
    return await start(surroundings, closing);
  } catch (error) {
    await closing.close();
    throw error;
  }
}

async function start(surroundings: Surroundings, closing: Closing): Promise<RunningRole> {
  const { config, logger } = surroundings;
  const { mongoUrl: url, redisUrl } = config.cluster;
  const onFault = (part: string) => (fault: unknown) => logger.warn({ part, err: fault }, 'a fault');
  const stores = closing.later(await openStores(surroundings), (open) => open.close());
  const { eventStore, vault } = stores;
  const answering = closing.later(new StoreWatch(stores.checks), (watch) => watch.stop());
  const changes = followChanges(
    eventStore,
    await eventStore.lastPosition(),
    [stores.keys],
    onFault('changes'),
  );
  closing.later(changes, (following) => following.stop());
  const live = await openRedisLivePublisher({ url: redisUrl, onFault: onFault('live') });
  closing.later(live, (publisher) => publisher.close());

  const [stopping, office] = [new AbortController(), { standsBy: false }];
  const projecting = keepProjecting({
    ...{ eventStore, projections, signal: stopping.signal },
    readModels: {
      openWriter: async (signal) => {
        const writer = await openMongoWriter({
          ...{ url, views, signal },
          onStandby: () => {
            office.standsBy = true;
            logger.info('another projector is at work; this one waits to take over');
          },
        });
        office.standsBy = false;
        logger.info('projecting');
        return writer;
      },
    },
    open: (personId, sealed) => vault.open(personId, sealed),
    bring: (personIds) => vault.bring(personIds),
    onCommitted: (committed) => live.publish(committed),
    onFault: onFault('projector'),
  });
  const asks = serveAsks(stores.redis.client, projecting, stopping.signal);
  closing.later(projecting, async ({ finished }) => {
    stopping.abort();
    await Promise.all([finished, asks]);
  });
  const projection = closing.later(
    new ProjectionWatch({ eventStore, readStore: stores.readStore, views }),
    (watch) => watch.stop(),
  );
  return {
    ...projectorHealth({ answering, projecting, projection, standsBy: () => office.standsBy }),
    stop: () => closing.close(),
  };
}
