import { MessageChannel } from 'node:worker_threads';
import { serveAppends } from '../../infra/event-store/lmdb/forward-appends.js';
import type { Change } from '../../infra/projections/projection.js';
import type { RebuildReport } from '../../infra/projections/rebuild-view.js';
import type { UnparkReport } from '../../infra/projections/unpark-view.js';
import type { Committed, ViewHealth } from '../../infra/projections/run-projections.js';
import { SupervisedThread } from '../../infra/threads/supervised-thread.js';
import type { SealsHealth } from '../audit/seals/seal-health.js';
import type {
  FromProjector,
  ProjectorDirs,
  ProjectorThreadData,
  SealingData,
  ToProjector,
} from './projector-messages.js';

export interface StartProjectorOptions {
  readonly dirs: ProjectorDirs;
  readonly commitSignal?: SharedArrayBuffer;
  readonly loadSignal?: SharedArrayBuffer;
  readonly sealing?: {
    readonly secretsDir: string;
    readonly everyMs: number;
    readonly publish?: SealingData['publish'];
    /** Store that must stay open until the thread of the projector has stopped. */
    readonly eventStore: Parameters<typeof serveAppends>[0];
  };
  readonly onCommitted: (committed: Committed) => void;
  /**
   * Called with one line about each fault. The line contains no personal data. The projector
   * recovers by itself.
   */
  readonly onFault: (message: string) => void;
  readonly onLogWentBack?: () => void;
}

export interface ProjectorHealth {
  readonly running: boolean;
  readonly views: readonly ViewHealth[];
  readonly seals: SealsHealth;
}

export interface Projector {
  health(): ProjectorHealth;
  rebuild(
    view: string,
    options?: {
      readonly force?: boolean;
      readonly onProgress?: (progress: { position: number; total: number }) => void;
    },
  ): Promise<RebuildReport>;
  unpark(view: string): Promise<UnparkReport>;
  stop(): Promise<void>;
}

interface Asking {
  readonly resolve: (report: RebuildReport | UnparkReport) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: ((progress: { position: number; total: number }) => void) | undefined;
}

export function startProjector(options: StartProjectorOptions): Promise<Projector> {
  return new Promise((resolve) => {
    const projector = new ProjectorThread(options, () => resolve(projector));
  });
}

class ProjectorThread implements Projector {
  readonly #thread: SupervisedThread<FromProjector>;
  #views: readonly ViewHealth[] = [];
  #seals: SealsHealth = {};
  #lastId = 0;
  readonly #asking = new Map<number, Asking>();

  constructor(
    private readonly options: StartProjectorOptions,
    private readonly onStarted: () => void,
  ) {
    this.#thread = new SupervisedThread<FromProjector>({
      file: new URL('./projector.thread.js', import.meta.url),
      name: 'the projector',
      restartAfterMs: 1_000,
      begin: () => beginOf(options),
      onMessage: (message) => this.#heard(message),
      onExit: () => {
        for (const { reject } of this.#asking.values()) reject(new Error('the projector ended'));
        this.#asking.clear();
      },
      onFault: options.onFault,
    });
  }

  health(): ProjectorHealth {
    return { running: this.#thread.running, views: this.#views, seals: this.#seals };
  }

  rebuild(
    view: string,
    { force = false, onProgress }: Parameters<Projector['rebuild']>[1] = {},
  ): Promise<RebuildReport> {
    return this.#answered((id) => ({ ask: 'rebuild', id, view, force }), onProgress);
  }

  unpark(view: string): Promise<UnparkReport> {
    return this.#answered((id) => ({ ask: 'unpark', id, view }));
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }

  #answered<Report extends RebuildReport | UnparkReport>(
    question: (id: number) => ToProjector,
    onProgress?: Asking['onProgress'],
  ): Promise<Report> {
    if (!this.#thread.running) return Promise.reject(new Error('the projector is not running'));
    const id = ++this.#lastId;
    this.#thread.post(question(id));
    return new Promise((resolve, reject) => {
      this.#asking.set(id, { resolve: resolve as Asking['resolve'], reject, onProgress });
    });
  }

  #heard(message: FromProjector): void {
    switch (message.tell) {
      case 'committed':
        this.options.onCommitted({ position: message.position, changes: changesOf(message.changes) });
        this.onStarted();
        return;
      case 'health':
        this.#views = message.views;
        this.#seals = message.seals;
        return;
      case 'fault':
        if (message.logWentBack) this.options.onLogWentBack?.();
        return this.options.onFault(message.message);
      case 'progress':
        this.#asking.get(message.id)?.onProgress?.(message);
        return;
      case 'rebuilt':
      case 'unparked':
        this.#asking.get(message.id)?.resolve(message.report);
        this.#asking.delete(message.id);
        return;
      case 'refused':
        this.#asking.get(message.id)?.reject(new Error(message.reason));
        this.#asking.delete(message.id);
    }
  }
}

function beginOf({ dirs, commitSignal, loadSignal, sealing }: StartProjectorOptions) {
  const data = { dirs, commitSignal, loadSignal };
  if (!sealing) return { workerData: { ...data, sealing } satisfies ProjectorThreadData };
  const { eventStore, secretsDir, everyMs, publish } = sealing;
  const { port1, port2 } = new MessageChannel();
  serveAppends(eventStore, port1);
  return {
    workerData: {
      ...data,
      sealing: { secretsDir, everyMs, publish, appends: port2 },
    } satisfies ProjectorThreadData,
    transferList: [port2],
    ports: [port1],
  };
}

function changesOf(flat: readonly string[]): Change[] {
  const changes: Change[] = [];
  for (let index = 0; index < flat.length; index += 2)
    changes.push({ userId: flat[index] ?? '', list: flat[index + 1] ?? '' });
  return changes;
}
