import { Inject, Module } from '@nestjs/common';
import type {
  BeforeApplicationShutdown,
  DynamicModule,
  OnApplicationBootstrap,
  OnApplicationShutdown,
} from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { JOB_QUEUE } from '../../infra/queue/job-queue.js';
import { API_HEALTH } from '../api/api-health.js';
import { ApiModule, roomsOverHttp } from '../api/api.module.js';
import type { Projector } from '../projector/start-projector.js';
import { StoresModule } from '../runtime/stores/stores.module.js';
import type { Stores } from '../runtime/stores/stores.module.js';
import { SettlePurchase } from '../wallet/settle-purchase.handler.js';
import { WalletModule } from '../wallet/wallet.module.js';
import type { StartWorkerThreadOptions, WorkerThread } from '../worker/start-worker-thread.js';
import { startWorkerThread } from '../worker/start-worker-thread.js';
import { standaloneHealth } from './standalone-health.js';

const WORKER = Symbol('WORKER');

export interface StandaloneParts {
  readonly stores: Stores;
  readonly projector: Pick<Projector, 'health'>;
  /** `StandaloneModule` adds `settle`. */
  readonly worker: Omit<StartWorkerThreadOptions, 'settle'>;
}

/** Delays `settle` of the worker until the rooms take commands. */
class Rooms {
  opened: () => void = () => undefined;
  readonly open = new Promise<void>((resolve) => (this.opened = resolve));
}

@Module({})
class WorkerModule {}

@Module({})
export class StandaloneModule
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  private stopped: Promise<void> | undefined;

  constructor(
    @Inject(WORKER) private readonly worker: WorkerThread,
    private readonly rooms: Rooms,
  ) {}

  static over({ stores, projector, worker }: StandaloneParts): DynamicModule {
    return {
      module: StandaloneModule,
      imports: [
        StoresModule.forRoot(stores),
        {
          module: WorkerModule,
          global: true,
          imports: [CqrsModule, WalletModule],
          providers: [
            Rooms,
            {
              provide: WORKER,
              useFactory: (commands: CommandBus, rooms: Rooms) =>
                startWorkerThread({
                  ...worker,
                  settle: async (userId, command, context) => {
                    await rooms.open;
                    return commands.execute(new SettlePurchase(userId, command, context));
                  },
                }),
              inject: [CommandBus, Rooms],
            },
            { provide: JOB_QUEUE, useFactory: ({ jobs }: WorkerThread) => jobs, inject: [WORKER] },
            {
              provide: API_HEALTH,
              useFactory: (running: WorkerThread) =>
                standaloneHealth({ eventStore: stores.eventStore, projector, worker: running }),
              inject: [WORKER],
            },
          ],
          exports: [WORKER, JOB_QUEUE, API_HEALTH, Rooms],
        },
        ApiModule.over(roomsOverHttp({ alone: true })),
      ],
    };
  }

  onApplicationBootstrap(): void {
    this.rooms.opened();
  }

  /** Stops beside the server, because each may take nearly all of `SHUTDOWN_TIMEOUT`. */
  beforeApplicationShutdown(): void {
    this.stopped = this.worker.stop();
  }

  /** Waits for the worker before `WalletModule` stops, whose wallets it settles. */
  async onApplicationShutdown(): Promise<void> {
    await this.stopped;
  }
}
