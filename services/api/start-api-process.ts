import { fileURLToPath } from 'node:url';
import { followRedisLive } from '../../infra/live/follow-redis-live.js';
import { LiveHub } from '../../infra/live/live-hub.js';
import { openBullmqJobQueue } from '../../infra/queue/bullmq/open-bullmq-job-queue.js';
import { Rush } from '../../infra/threads/rush.js';
import { views } from '../../read-models/views.js';
import { Users } from '../accounts/users.js';
import { apiHealth } from '../cluster/api-health.js';
import { Closing } from '../cluster/closing.js';
import { followChanges } from '../cluster/follow-changes.js';
import { openClusterDomain } from '../cluster/open-cluster-domain.js';
import { openStores } from '../cluster/open-stores.js';
import { ProjectionWatch } from '../cluster/projection-watch.js';
import type { RunningRole, Surroundings } from '../cluster/run-process.js';
import { StoreWatch } from '../cluster/store-watch.js';
import { HeardVending } from '../cluster/vending-notes.js';
import { openFundingDesk } from '../funding/open-funding-desk.js';
import { PurchaseStreams } from '../purchases/purchase.streams.js';
import { makeDemoData } from '../standalone/make-demo-data.js';
import { requireFreePort } from '../standalone/require-free-port.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { createApi } from './create-api.js';
import { domainDeps } from './domain-deps.js';

const WEB_DIR = fileURLToPath(new URL('../../public', import.meta.url));

/** Opens one api process. Whatever was opened before something failed is closed again. */
export async function startApiProcess(surroundings: Surroundings): Promise<RunningRole> {
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
  const { redisUrl } = config.cluster;
  const onFault = (part: string) => (fault: unknown) => logger.warn({ part, err: fault }, 'a fault');
  await requireFreePort(config.HOST, config.PORT, 'PORT');

  const stores = closing.later(await openStores(surroundings), (open) => open.close());
  const { eventStore } = stores;
  const from = await eventStore.lastPosition();
  const domain = closing.later(await openClusterDomain(surroundings, stores), (open) => open.close());
  const [wallets, users, purchases] = [
    domain.get(WalletStreams),
    domain.get(Users),
    domain.get(PurchaseStreams),
  ];
  const changes = followChanges(
    eventStore,
    from,
    [wallets, users, purchases, stores.keys],
    onFault('changes'),
  );
  closing.later(changes, (following) => following.stop());
  const liveHub = new LiveHub();
  const live = await followRedisLive({ url: redisUrl, liveHub, onFault: onFault('live') });
  closing.later(live, (following) => following.close());
  const jobs = await openBullmqJobQueue({ redisUrl, onFault: onFault('jobs') });
  closing.later(jobs, (queue) => queue.close(0));
  const desk = await openFundingDesk({ ...stores, users, config, logger });
  closing.later(desk, (open) => open.stop());
  if (config.demoData) await makeDemoData(domain, desk);

  const projection = closing.later(
    new ProjectionWatch({ eventStore, readStore: stores.readStore, views }),
    (watch) => watch.stop(),
  );
  const answering = closing.later(new StoreWatch(stores.checks), (watch) => watch.stop());
  const vending = closing.later(new HeardVending(stores.redis.client), (heard) => heard.stop());
  const health = apiHealth({ eventStore, projection, answering, vending });
  const api = await createApi({
    ...domainDeps(domain, jobs, desk),
    ...{ logger, liveHub, readStore: stores.readStore, rush: new Rush(), health, webDir: WEB_DIR },
    // Another process may have changed the wallet a moment ago: what is shown is what is stored.
    wallets: { load: (userId) => wallets.loadStored(userId) },
    sharedWrites: domain.shared.sharedWrites,
  });
  closing.later(api, (server) => server.close());
  await api.listen({ host: config.HOST, port: config.PORT });
  logger.info({ url: await api.getUrl() }, 'listening');

  return { problems: () => health.problems(), facts: () => ({}), stop: () => closing.close() };
}
