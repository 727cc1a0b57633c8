import { Inject, Module } from '@nestjs/common';
import type { BeforeApplicationShutdown, DynamicModule, OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../infra/process/logger.js';
import { JOB_QUEUE } from '../../infra/queue/job-queue.js';
import { API_HEALTH } from '../api/api-health.js';
import { ApiModule, roomsOverHttp } from '../api/api.module.js';
import { MovingInModule } from '../moving-in/moving-in.module.js';
import type { Projector } from '../projector/start-projector.js';
import { StoresModule } from '../runtime/stores/stores.module.js';
import type { Stores } from '../runtime/stores/stores.module.js';
import { tellUnreadable } from '../wallet/unreadable-wallet.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import type { StartWorkerThreadOptions, WorkerThread } from '../worker/start-worker-thread.js';
import { startWorkerThread } from '../worker/start-worker-thread.js';
import { standaloneHealth } from './standalone-health.js';

const WORKER = Symbol('WORKER');

export interface StandaloneParts {
  readonly stores: Stores;
  readonly projector: Pick<Projector, 'health'>;
  readonly damaged: ReadonlySet<string>;
  /** `StandaloneModule` adds `settle`. */
  readonly worker: Omit<StartWorkerThreadOptions, 'settle'>;
}

@Module({})
class WorkerModule {}

@Module({})
export class StandaloneModule implements BeforeApplicationShutdown, OnApplicationShutdown {
  private stopped: Promise<void> | undefined;

  constructor(@Inject(WORKER) private readonly worker: WorkerThread) {}

  static over({ stores, projector, damaged, worker }: StandaloneParts): DynamicModule {
    return {
      module: StandaloneModule,
      imports: [
        StoresModule.forRoot(stores),
        {
          module: WorkerModule,
          global: true,
          imports: [WalletModule],
          providers: [
            {
              provide: WORKER,
              useFactory: (wallets: WalletStreams, logger: Logger) => {
                // Set `onUnreadable` before starting the worker, because the worker may find an
                // unreadable wallet at once.
                wallets.onUnreadable = tellUnreadable(logger);
                return startWorkerThread({
                  ...worker,
                  settle: (userId, command, context) => wallets.handle(userId, command, context),
                });
              },
              inject: [WalletStreams, LOGGER],
            },
            { provide: JOB_QUEUE, useFactory: ({ jobs }: WorkerThread) => jobs, inject: [WORKER] },
            {
              provide: API_HEALTH,
              useFactory: (running: WorkerThread) =>
                standaloneHealth({ eventStore: stores.eventStore, projector, worker: running, damaged }),
              inject: [WORKER],
            },
          ],
          exports: [WORKER, JOB_QUEUE, API_HEALTH],
        },
        ApiModule.over(roomsOverHttp({ alone: true })),
        MovingInModule,
      ],
    };
  }

  /**
   * Stops the worker and the server at the same time, because each may need nearly all of `SHUTDOWN_TIMEOUT`.
   */
  beforeApplicationShutdown(): void {
    this.stopped = this.worker.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.stopped;
  }
}
