import { fileURLToPath } from 'node:url';
import { redisLease } from '../../infra/lease/redis-lease.js';
import { redisCallReports } from '../../infra/limits/redis-call-reports.js';
import { followRedisLive } from '../../infra/live/follow-redis-live.js';
import { LiveHub } from '../../infra/live/live-hub.js';
import { openBullmqJobQueue } from '../../infra/queue/bullmq/open-bullmq-job-queue.js';
import { LoadSignal } from '../../infra/threads/load-signal.js';
import { views } from '../../read-models/views.js';
import { createDemoDataIn, demoPeopleIn } from '../customers/demo/demo-data.js';
import { Users } from '../customers/users.js';
import { FUNDING } from '../funding/funding.service.js';
import type { FundingService } from '../funding/funding.service.js';
import { PurchaseStreams } from '../purchases/purchase.streams.js';
import { warnedOpenDemo } from '../runtime/open-demo.js';
import { DISPATCH_STATUS, SEALS_STATUS } from '../runtime/cluster-status.js';
import { followChanges } from '../runtime/follow-changes.js';
import { ProjectionWatch } from '../runtime/health/projection-watch.js';
import { NoteReader } from '../runtime/status-note.js';
import { StoreWatch } from '../runtime/health/store-watch.js';
import { CloseStack } from '../runtime/process/close-stack.js';
import { CannotStart, requireFreePort } from '../runtime/process/run-process.js';
import type { RunningRole, ProcessContext } from '../runtime/process/run-process.js';
import { openClusterStores, openSharedSessions } from '../runtime/stores/cluster-stores.js';
import { StoresModule } from '../runtime/stores/stores.module.js';
import { tellUnreadable } from '../wallet/unreadable-wallet.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { BACKLOG } from './admission/accept-queue.js';
import { ApiHealthPages } from './api-health-pages.js';
import { API_HEALTH, apiHealth } from './api-health.js';
import { ApiModule, roomsOverHttp } from './api.module.js';
import { createApi } from './create-api.js';
import { runAlerts } from './run-alerts.js';

const WEB_DIR = fileURLToPath(new URL('../../public', import.meta.url));

export async function startApiProcess(context: ProcessContext): Promise<RunningRole> {
  const closing = new CloseStack();
  try {
    return await start(context, closing);
  } catch (error) {
    await closing.close();
    throw error;
  }
}

async function start(context: ProcessContext, closing: CloseStack): Promise<RunningRole> {
  const { config, logger, telemetry } = context;
  const { redisUrl } = config.cluster;
  const onFault = (part: string) => (fault: unknown) => logger.warn({ part, err: fault }, 'a fault');
  await requireFreePort(config.HOST, config.PORT, 'PORT');

  const stores = closing.adopt(await openClusterStores(context), (open) => open.close());
  const { eventStore } = stores;
  await stores.holdAfterOlderLog();
  const from = await eventStore.lastPosition();
  const shared = closing.adopt(await openSharedSessions(context), (open) => open.close());
  const liveHub = new LiveHub();
  const live = await followRedisLive({ url: redisUrl, liveHub, onFault: onFault('live') });
  closing.adopt(live, (following) => following.close());
  const jobs = await openBullmqJobQueue({ redisUrl, onFault: onFault('jobs') });
  closing.adopt(jobs, (queue) => queue.close(0));
  const projection = closing.adopt(
    new ProjectionWatch({ eventStore, readStore: stores.readStore, views }),
    (watch) => watch.stop(),
  );
  const answering = closing.adopt(new StoreWatch(stores.checks), (watch) => watch.stop());
  const { client } = stores.redis;
  const callReports = await redisCallReports(stores.redis);
  const dispatching = closing.adopt(new NoteReader(client, DISPATCH_STATUS), (heard) => heard.stop());
  const seals = closing.adopt(new NoteReader(client, SEALS_STATUS), (heard) => heard.stop());
  const damaged = await stores.damagedKeys();
  const health = apiHealth({ eventStore, projection, answering, dispatching, seals, damaged });

  const rooms = ApiModule.over([
    StoresModule.forRoot(
      { ...stores, ...shared, config, logger, jobs, liveHub, loadSignal: new LoadSignal() },
      [{ provide: API_HEALTH, useValue: health }],
    ),
    ...roomsOverHttp({ alone: false }),
  ]);
  const serving = { config, logger, webDir: WEB_DIR, callReports };
  const api = await createApi(rooms, { ...serving, ...(telemetry && { telemetry }) });
  // End the metrics before the stores close, because some metrics read the stores.
  if (telemetry) closing.adopt(telemetry, (open) => open.endMetrics());
  const wallets = api.get(WalletStreams);
  wallets.onUnreadable = tellUnreadable(logger);
  const listeners = [wallets, api.get(Users), api.get(PurchaseStreams), stores.keys];
  const changes = followChanges(eventStore, from, listeners, logger);
  closing.adopt(changes, (following) => following.stop());
  closing.adopt(api, (server) => server.close());
  for (const line of warnedOpenDemo(config)) logger.warn(line);
  if (config.demoData) await createDemoDataIn(api, api.get<FundingService>(FUNDING));
  const demo = config.production ? await demoPeopleIn(api.get(Users)) : undefined;
  if (demo !== undefined) throw new CannotStart(demo);
  await api.listen({ host: config.HOST, port: config.PORT, backlog: BACKLOG });
  const lease = redisLease({
    client: stores.redis.client,
    key: 'ledger:lease:alerts',
    onFault: onFault('alerts'),
  });
  closing.adopt(runAlerts(api, config, lease, onFault('alerts')), (stopAlerts) => stopAlerts());
  logger.info({ url: await api.getUrl() }, 'listening');

  return {
    problems: () => health.problems(),
    facts: () => ({ unreadable_wallets: wallets.unreadableCount }),
    pages: api.get(ApiHealthPages),
    stop: () => closing.close(),
  };
}
