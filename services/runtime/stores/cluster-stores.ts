import { checkpointsIn, type Checkpoints } from '../../../infra/checkpoints/checkpoints.js';
import { noteNewestRead } from '../../../infra/checkpoints/log-went-back.js';
import type { LogReplaced } from '../../../infra/event-store/event-store.js';
import { inTime, startTimer } from '../../../infra/host/timers.js';
import type { KeyVault, Secrets } from '../../../infra/crypto/key-vault.js';
import { openMongoKeyVault } from '../../../infra/crypto/open-mongo-key-vault.js';
import { loadMasterKey, loadSecrets } from '../../../infra/crypto/secrets.js';
import { redisTurns } from '../../../infra/lease/redis-turns.js';
import type { Turns } from '../../../infra/lease/turns.js';
import { type EmptyLog, LedgerRefused } from '../../../infra/ledger-id/ledger-id.js';
import { ledgerIdFile } from '../../../infra/ledger-id/ledger-id-file.js';
import { openMongoLedgerId } from '../../../infra/ledger-id/open-mongo-ledger-id.js';
import type { EventStoreDbEventStore } from '../../../infra/event-store/eventstoredb/eventstoredb-event-store.js';
import { openEventStoreDb } from '../../../infra/event-store/eventstoredb/open-eventstoredb.js';
import { openMongoPositionMarks } from '../../../infra/event-store/eventstoredb/log/open-mongo-position-marks.js';
import type { Inbox } from '../../../infra/inbox/inbox.js';
import { openMongoInbox } from '../../../infra/inbox/open-mongo-inbox.js';
import { openMongoReadStore } from '../../../infra/read-store/mongo/open-mongo-read-store.js';
import type { ReadStore } from '../../../infra/read-store/view.js';
import { openRedisSessions } from '../../../infra/sessions/open-redis-sessions.js';
import type { RedisSessions } from '../../../infra/sessions/open-redis-sessions.js';
import { openRedis } from '../../../infra/redis/open-redis.js';
import type { RedisConnection } from '../../../infra/redis/open-redis.js';
import { openMongoSnapshots } from '../../../infra/snapshots/open-mongo-snapshots.js';
import type { ListedSnapshots } from '../../../infra/snapshots/snapshots.js';
import { views } from '../../../read-models/views.js';
import { damagedKeys } from '../../customers/newest-without-key.js';
import { CloseStack } from '../process/close-stack.js';
import { CannotStart } from '../process/run-process.js';
import type { ClusteredConfig, ProcessContext } from '../process/run-process.js';
import type { FollowsLog } from '../follow-changes.js';
import { hostsOf } from '../health/store-watch.js';
import type { StoreCheck } from '../health/store-watch.js';
import { holdAfterOlderLog } from './hold-after-older-log.js';
import { openOwnLog, whenEmptyOf } from './own-log.js';

const NOTE_WITHIN_MS = 1_000;

export interface ClusterStores {
  readonly eventStore: EventStoreDbEventStore;
  readonly readStore: ReadStore;
  readonly vault: KeyVault;
  readonly secrets: Secrets;
  readonly snapshots: ListedSnapshots;
  readonly inbox: Inbox;
  readonly redis: RedisConnection;
  readonly turns: Turns;
  readonly checks: readonly [eventStore: StoreCheck, mongo: StoreCheck, redis: StoreCheck];
  readonly keys: FollowsLog;
  holdAfterOlderLog(): Promise<void>;
  damagedKeys(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface OpenClusterStores extends Pick<ProcessContext, 'config' | 'logger'> {
  readonly signal?: AbortSignal;
  readonly whenEmpty?: EmptyLog;
  readonly onUnwritten?: (line: string) => void;
}

/** When a store fails to open, closes the stores that are already open. */
export async function openClusterStores({
  config,
  logger,
  signal,
  whenEmpty = whenEmptyOf(config),
  onUnwritten = (line) => logger.warn({ part: 'ledger id' }, line),
}: OpenClusterStores): Promise<ClusterStores> {
  const { eventStoreUrl, mongoUrl: url, redisUrl } = config.cluster;
  const { secrets, masterKey } = secretsOf(config);
  const [eventStoreName, mongoName, redisName] = [
    `the event store at ${hostsOf(eventStoreUrl)}`,
    `MongoDB at ${hostsOf(url)}`,
    `Redis at ${hostsOf(redisUrl)}`,
  ];
  const closing = new CloseStack();
  const open = async <Opened extends { close(): Promise<void> }>(
    name: string,
    opening: Promise<Opened>,
  ): Promise<Opened> => {
    try {
      return closing.adopt(await opening, (opened) => opened.close());
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  };
  try {
    const onFault = (message: string): void => logger.warn({ part: 'redis' }, message);
    const redis = await open(redisName, openRedis({ url: redisUrl, name: 'process', onFault }));
    const turns = await redisTurns({ redis });
    const mongo = { url, onFault: (message: string): void => logger.warn({ part: 'mongo' }, message) };
    const vault = await open(mongoName, openMongoKeyVault({ ...mongo, masterKey }));
    const snapshots = await open(mongoName, openMongoSnapshots(mongo));
    const inbox = await open(mongoName, openMongoInbox(mongo));
    const readStore = await open(mongoName, openMongoReadStore({ ...mongo, views }));
    const marks = await open(mongoName, openMongoPositionMarks(mongo));
    const eventStore = await open(
      eventStoreName,
      openEventStoreDb({
        url: eventStoreUrl,
        marks,
        logger,
        onReplaced: (fault) => void endWith(fault, checkpointsIn(snapshots)),
        ...(signal && { signal }),
      }),
    );
    const beside = await open(mongoName, openMongoLedgerId(mongoName, mongo));
    const inSecrets = ledgerIdFile({ name: 'SECRETS_DIR', dir: config.secretsDir });
    const { production } = config;
    const own = { log: eventStoreName, places: [inSecrets, beside], whenEmpty, production };
    const keepId = await openOwnLog({ ...own, eventStore });
    await keepId(onUnwritten);
    return {
      eventStore,
      readStore,
      vault,
      secrets,
      snapshots,
      inbox,
      redis,
      turns,
      checks: [
        { name: eventStoreName, ask: () => eventStore.lastPosition() },
        { name: mongoName, ask: () => readStore.checkpoint(views[0]!) },
        { name: redisName, ask: () => redis.client.ping() },
      ],
      keys: {
        onRecorded({ type, data }) {
          if (type === 'PersonForgotten') vault.drop(data['userId'] as string);
        },
      },
      holdAfterOlderLog: () =>
        holdAfterOlderLog({
          eventStore,
          snapshots,
          readStore,
          onHeld: (reason) => logger.error({ alert: 'log-went-back' }, `${reason}; sending is held`),
        }),
      damagedKeys: () =>
        damagedKeys(eventStore, vault, mongoName, (line) => logger.error({ alert: 'store-damaged' }, line)),
      close: () => closing.close(),
    };
  } catch (error) {
    await closing.close();
    throw error instanceof LedgerRefused ? new CannotStart(error.message) : error;
  }
}

export const openSharedSessions = ({
  config,
  logger,
}: Pick<ProcessContext, 'config' | 'logger'>): Promise<RedisSessions> =>
  openRedisSessions({
    url: config.cluster.redisUrl,
    onFault: (message) => logger.warn({ part: 'sessions' }, message),
  });

/**
 * Stores the newest event that this process has read, and ends the process: an error that is thrown in a timer
 * reaches only `endOnFault`. The next start compares all stores with the log.
 */
async function endWith(fault: LogReplaced, checkpoints: Checkpoints): Promise<void> {
  const { newest } = fault;
  const noting = newest ? noteNewestRead(checkpoints, newest) : Promise.resolve();
  await inTime(noting, NOTE_WITHIN_MS, () => fault).catch(() => undefined);
  startTimer(() => {
    throw fault;
  }, 0);
}

/**
 * Loads the secrets that all processes of the cluster share.
 * @throws CannotStart
 */
function secretsOf({ secretsDir, cluster }: ClusteredConfig): { secrets: Secrets; masterKey: Buffer } {
  try {
    return {
      secrets: loadSecrets({ dir: secretsDir, production: true }),
      masterKey: cluster.masterKey ?? loadMasterKey(secretsDir),
    };
  } catch (error) {
    throw new CannotStart(error instanceof Error ? error.message : String(error));
  }
}
