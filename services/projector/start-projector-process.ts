import { checkpointsIn, type DisposableValues } from '../../infra/checkpoints/checkpoints.js';
import { noteLogWentBack, toldLogWentBack } from '../../infra/checkpoints/log-went-back.js';
import { openRedisLivePublisher } from '../../infra/live/open-redis-live-publisher.js';
import { openMongoWriter } from '../../infra/read-store/mongo/open-mongo-read-store.js';
import { projections, views } from '../../read-models/views.js';
import { sealKeyOf } from '../audit/seals/seal-key.js';
import { sinkOf } from '../audit/seals/publish/seal-sinks.js';
import { keepPublishing, type PublishStatus } from '../audit/seals/publish/seal-publisher.js';
import { keepSealing, type SealingStatus } from '../audit/seals/sealer.js';
import { keepAuditing } from '../audit/scheduled/keep-auditing.js';
import { LedgerSpans } from '../telemetry/ledger-spans.js';
import { CloseStack } from '../runtime/process/close-stack.js';
import type { RunningRole, ProcessContext } from '../runtime/process/run-process.js';
import { followChanges } from '../runtime/follow-changes.js';
import { openClusterStores } from '../runtime/stores/cluster-stores.js';
import { ProjectionWatch } from '../runtime/health/projection-watch.js';
import { serveAsks } from '../runtime/projector-asks.js';
import { SEALS_STATUS } from '../runtime/cluster-status.js';
import { publishNote } from '../runtime/status-note.js';
import { StoreWatch } from '../runtime/health/store-watch.js';
import { keepProjecting } from './keep-projecting.js';
import { runAudit } from './run-audit.js';
import { projectorHealth } from './projector-health.js';

export async function startProjectorProcess(context: ProcessContext): Promise<RunningRole> {
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
  const { mongoUrl: url, redisUrl } = config.cluster;
  const onFault = (part: string) => (fault: unknown) => logger.warn({ part, err: fault }, 'a fault');
  const stores = closing.adopt(await openClusterStores(context), (open) => open.close());
  const { eventStore, vault } = stores;
  await stores.holdAfterOlderLog();
  const answering = closing.adopt(new StoreWatch(stores.checks), (watch) => watch.stop());
  const [stopping, office] = [new AbortController(), { standsBy: false }];
  const traces =
    telemetry &&
    new LedgerSpans(
      (span) => telemetry.purchases.record(span),
      () => !office.standsBy,
    );
  const listeners = [stores.keys, ...(traces ? [traces] : [])];
  const changes = followChanges(eventStore, await eventStore.lastPosition(), listeners, logger);
  closing.adopt(changes, (following) => following.stop());
  const live = await openRedisLivePublisher({ url: redisUrl, onFault: onFault('live') });
  closing.adopt(live, (publisher) => publisher.close());

  const checkpoints = checkpointsIn(stores.snapshots as DisposableValues, stores.holdAfterOlderLog);
  const onProjectorFault = (fault: unknown): void => {
    if (!toldLogWentBack(logger, fault)) onFault('projector')(fault);
  };
  const projecting = keepProjecting({
    eventStore,
    projections,
    signal: stopping.signal,
    readModels: {
      openWriter: async (signal) => {
        const writer = await openMongoWriter({
          url,
          views,
          signal,
          onFault: onFault('mongo'),
          able: () => answering.answers(stores.checks[0]),
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
    loadKeys: (personIds) => vault.loadKeys(personIds),
    onCommitted: (committed) => live.publish(committed),
    onFault: onProjectorFault,
    onLogWentBack: () => noteLogWentBack(checkpoints),
  });
  const seals: { sealing?: SealingStatus; publishing?: PublishStatus } = {};
  const inOffice = (): boolean => projecting.health().length > 0;
  // Do not await: sealing ends only when `eventStore` is closed.
  void keepSealing({
    store: eventStore,
    key: sealKeyOf(stores.secrets.sealKey),
    everyMs: config.SEAL_EVERY,
    signal: stopping.signal,
    inOffice,
    onStatus: (status) => (seals.sealing = status),
    onFault: onFault('seals'),
  });
  const publishing =
    config.SEAL_PUBLISH === undefined
      ? undefined
      : keepPublishing({
          store: eventStore,
          sink: sinkOf(config.SEAL_PUBLISH, stores.snapshots),
          everyMs: config.SEAL_EVERY,
          signal: stopping.signal,
          inOffice,
          onStatus: (status) => (seals.publishing = status),
          onFault: onFault('published seals'),
        });
  closing.adopt(
    publishNote(stores.redis.client, SEALS_STATUS, () => (inOffice() ? seals : undefined)),
    (stopTelling) => stopTelling(),
  );
  const auditing = keepAuditing({
    store: eventStore,
    everyMs: config.AUDIT_EVERY,
    firstAfterMs: config.AUDIT_FIRST_AFTER,
    signal: stopping.signal,
    inOffice,
    audit: (signal) => runAudit(config, signal),
    onFault: onFault('audit'),
  });
  const asks = serveAsks(stores.redis.client, projecting, stopping.signal);
  closing.adopt(projecting, async ({ finished }) => {
    stopping.abort();
    await Promise.all([finished, asks, publishing, auditing]);
  });
  const projection = closing.adopt(
    new ProjectionWatch({ eventStore, readStore: stores.readStore, views }),
    (watch) => watch.stop(),
  );
  return {
    ...projectorHealth({
      eventStore,
      answering,
      projecting,
      projection,
      standsBy: () => office.standsBy,
      seals: () => seals,
    }),
    stop: () => closing.close(),
  };
}
