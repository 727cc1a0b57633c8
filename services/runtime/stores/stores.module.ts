import 'reflect-metadata';
import { Module } from '@nestjs/common';
import type {
  DynamicModule,
  INestApplicationContext,
  InjectionToken,
  ModuleMetadata,
  ValueProvider,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { CONFIG } from '../../../infra/config/settings.js';
import type { Config } from '../config.js';
import { KEY_VAULT, SECRETS } from '../../../infra/crypto/key-vault.js';
import type { KeyVault, Secrets } from '../../../infra/crypto/key-vault.js';
import { EVENT_STORE } from '../../../infra/event-store/event-store.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import { INBOX } from '../../../infra/inbox/inbox.js';
import type { Inbox } from '../../../infra/inbox/inbox.js';
import { TURNS } from '../../../infra/lease/turns.js';
import type { Turns } from '../../../infra/lease/turns.js';
import { LIMITS } from '../../../infra/limits/limits.js';
import type { Limits } from '../../../infra/limits/limits.js';
import { LiveHub } from '../../../infra/live/live-hub.js';
import { SHARED_WRITES } from '../../../infra/live/shared-writes.js';
import type { SharedWrites } from '../../../infra/live/shared-writes.js';
import { LOGGER } from '../../../infra/process/logger.js';
import { JOB_QUEUE } from '../../../infra/queue/job-queue.js';
import type { JobQueue } from '../../../infra/queue/job-queue.js';
import { READ_STORE } from '../../../infra/read-store/view.js';
import type { ReadStore } from '../../../infra/read-store/view.js';
import { COUNTER_STORE, SESSION_STORE, TRIES_STORE } from '../../../infra/sessions/session-store.js';
import type { CounterStore, SessionStore, TriesStore } from '../../../infra/sessions/session-store.js';
import { SNAPSHOTS } from '../../../infra/snapshots/snapshots.js';
import type { SnapshotStore } from '../../../infra/snapshots/snapshots.js';
import { LoadSignal } from '../../../infra/threads/load-signal.js';

export interface Stores {
  readonly config: Config;
  readonly eventStore: EventStore;
  readonly vault: KeyVault;
  readonly secrets: Secrets;
  readonly snapshots: SnapshotStore;
  readonly sessions?: SessionStore;
  readonly tries?: TriesStore;
  readonly counters?: CounterStore;
  readonly limits?: Limits;
  readonly logger?: Logger;
  readonly inbox?: Inbox;
  readonly readStore?: ReadStore;
  readonly jobs?: JobQueue;
  readonly liveHub?: LiveHub;
  readonly loadSignal?: LoadSignal;
  readonly sharedWrites?: SharedWrites;
  /**
   * Lets processes take turns in appending to a wallet. Absent when only one process writes to the
   * event store.
   */
  readonly turns?: Turns;
}

const TOKENS: Record<keyof Stores, InjectionToken> = {
  config: CONFIG,
  eventStore: EVENT_STORE,
  vault: KEY_VAULT,
  secrets: SECRETS,
  snapshots: SNAPSHOTS,
  sessions: SESSION_STORE,
  tries: TRIES_STORE,
  counters: COUNTER_STORE,
  limits: LIMITS,
  logger: LOGGER,
  inbox: INBOX,
  readStore: READ_STORE,
  jobs: JOB_QUEUE,
  liveHub: LiveHub,
  loadSignal: LoadSignal,
  sharedWrites: SHARED_WRITES,
  turns: TURNS,
};

@Module({})
export class StoresModule {
  static forRoot(stores: Stores, more: readonly ValueProvider[] = []): DynamicModule {
    const names = Object.keys(TOKENS) as (keyof Stores)[];
    const opened = names
      .filter((name) => stores[name] !== undefined)
      .map((name): ValueProvider => ({ provide: TOKENS[name], useValue: stores[name] }));
    const providers = [...opened, ...more];
    return {
      module: StoresModule,
      global: true,
      providers,
      exports: providers.map(({ provide }) => provide),
    };
  }
}

@Module({})
class Rooms {}

/** The modules must be closed before `stores`. */
export const openRooms = (
  stores: Stores,
  rooms: NonNullable<ModuleMetadata['imports']>,
): Promise<INestApplicationContext> =>
  NestFactory.createApplicationContext(
    { module: Rooms, imports: [StoresModule.forRoot(stores), ...rooms] },
    { logger: ['error', 'warn'], abortOnError: false },
  );
