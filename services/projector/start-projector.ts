import { MessageChannel, Worker } from 'node:worker_threads';
import { serveAppends } from '../../infra/event-store/lmdb/forward-appends.js';
import { startTimer } from '../../infra/host/timers.js';
import type { Change } from '../../infra/projections/projection.js';
import type { RebuildReport } from '../../infra/projections/rebuild-view.js';
import type { UnparkReport } from '../../infra/projections/unpark-view.js';
import type { Committed, ViewHealth } from '../../infra/projections/run-projections.js';
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
  /** Wakes the thread on a commit; without it the thread polls. */
  readonly commitSignal?: SharedArrayBuffer;
  /** Throttles the thread while many customers wait; see `createLoadSignal`. */
  readonly loadSignal?: SharedArrayBuffer;
  /** Absent for a projector that does not seal. */
  readonly sealing?: {
    readonly secretsDir: string;
    readonly everyMs: number;
    readonly publish?: SealingData['publish'];
    /** Store of this thread, which appends. Keep it open until the projector has stopped. */
    readonly eventStore: Parameters<typeof serveAppends>[0];
  };
  readonly onCommitted: (committed: Committed) => void;
  /** Needs no action. Never holds personal data. */
  readonly onFault: (message: string) => void;
}

export interface ProjectorHealth {
  readonly running: boolean;
  readonly views: readonly ViewHealth[];
  readonly seals: SealsHealth;
}

export interface Projector {
  health(): ProjectorHealth;
  /** Blue/green while serving. Refuses to swap when rows differ, unless `force` is set. */
  rebuild(
    view: string,
    options?: {
      readonly force?: boolean;
      readonly onProgress?: (progress: { position: number; total: number }) => void;
    },
  ): Promise<RebuildReport>;
  /** Applies parked events that can be read again. */
  unpark(view: string): Promise<UnparkReport>;
  stop(): Promise<void>;
}

interface Asking {
  readonly resolve: (report: RebuildReport | UnparkReport) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: ((progress: { position: number; total: number }) => void) | undefined;
}

const RESTART_AFTER_MS = 1_000;

/** Resolves once the thread reported its first position. */
export async function startProjector(options: StartProjectorOptions): Promise<Projector> {
  const thread = new ProjectorThread(options);
  await thread.start();
  return thread;
}

class ProjectorThread implements Projector {
  #worker: Worker | undefined;
  #stopping = false;
  #views: readonly ViewHealth[] = [];
  #seals: SealsHealth = {};
  #lastId = 0;
  readonly #asking = new Map<number, Asking>();
  #started: (() => void) | undefined;

  constructor(private readonly options: StartProjectorOptions) {}

  start(): Promise<void> {
    const { dirs, commitSignal, loadSignal, sealing } = this.options;
    const appends = sealing && new MessageChannel();
    const data: ProjectorThreadData = {
      dirs,
      commitSignal,
      loadSignal,
      sealing: sealing &&
        appends && {
          secretsDir: sealing.secretsDir,
          everyMs: sealing.everyMs,
          publish: sealing.publish,
          appends: appends.port2,
        },
    };
    const worker = new Worker(new URL('./projector.thread.js', import.meta.url), {
      workerData: data,
      ...(appends && { transferList: [appends.port2] }),
    });
    if (sealing && appends) serveAppends(sealing.eventStore, appends.port1);
    this.#worker = worker;
    worker.once('exit', () => appends?.port1.close());
    worker.on('message', (message: FromProjector) => this.#heard(message));
    worker.on('error', (error) =>
      this.options.onFault(error instanceof Error ? error.message : String(error)),
    );
    worker.on('exit', () => this.#ended());
    return new Promise((resolve) => {
      this.#started = resolve;
    });
  }

  health(): ProjectorHealth {
    return {
      running: this.#worker !== undefined,
      views: this.#views,
      seals: this.#seals,
    };
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

  async stop(): Promise<void> {
    this.#stopping = true;
    const worker = this.#worker;
    if (!worker) return;
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    this.#ask({ ask: 'stop' });
    await exited;
  }

  #answered<Report extends RebuildReport | UnparkReport>(
    question: (id: number) => ToProjector,
    onProgress?: Asking['onProgress'],
  ): Promise<Report> {
    if (!this.#worker) return Promise.reject(new Error('the projector is not running'));
    const id = ++this.#lastId;
    this.#ask(question(id));
    return new Promise((resolve, reject) => {
      this.#asking.set(id, { resolve: resolve as Asking['resolve'], reject, onProgress });
    });
  }

  #ask(message: ToProjector): void {
    this.#worker?.postMessage(message);
  }

  #heard(message: FromProjector): void {
    switch (message.tell) {
      case 'committed':
        this.options.onCommitted({ position: message.position, changes: changesOf(message.changes) });
        this.#started?.();
        return;
      case 'health':
        this.#views = message.views;
        this.#seals = message.seals;
        return;
      case 'fault':
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

  #ended(): void {
    this.#worker = undefined;
    for (const { reject } of this.#asking.values()) reject(new Error('the projector ended'));
    this.#asking.clear();
    if (this.#stopping) return;
    this.options.onFault('the projector ended unexpectedly; starting it again');
    const started = this.#started;
    startTimer(() => {
      if (this.#stopping) return;
      void this.start();
      if (started) this.#started = started;
    }, RESTART_AFTER_MS);
  }
}

function changesOf(flat: readonly string[]): Change[] {
  const changes: Change[] = [];
  for (let index = 0; index < flat.length; index += 2)
    changes.push({ userId: flat[index] ?? '', list: flat[index + 1] ?? '' });
  return changes;
}
