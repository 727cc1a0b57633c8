import { MessageChannel, Worker } from 'node:worker_threads';
import { serveAppends } from '../../infra/event-store/lmdb/forward-appends.js';
import { startTimer } from '../../infra/host/timers.js';
import { forwardingJobQueue } from '../../infra/queue/in-process/forward-jobs.js';
import type { JobQueue } from '../../infra/queue/job-queue.js';
import type { Settle } from '../purchases/settle/settle-wallet.reactor.js';
import { serveSettlements } from './forward-settlements.js';
import type { WorkerHealth } from './worker-deps.js';
import type {
  FromWorker,
  ToWorker,
  WorkerDirs,
  WorkerThreadConfig,
  WorkerThreadData,
} from './worker-messages.js';

export interface StartWorkerThreadOptions {
  readonly dirs: WorkerDirs;
  readonly config: WorkerThreadConfig;
  readonly eventStore: Parameters<typeof serveAppends>[0];
  /** Wakes the thread on a commit; without it the thread polls. */
  readonly commitSignal?: SharedArrayBuffer;
  /** Throttles the thread while many customers wait; see `createLoadSignal`. */
  readonly loadSignal?: SharedArrayBuffer;
  /** `WalletStreams.handle` of this thread. */
  readonly settle: Settle;
  /** Needs no action. Never holds personal data. */
  readonly onFault: (message: string) => void;
}

export interface WorkerThread {
  /** Jobs enqueued while the thread is down are lost, and the sweep repeats them. */
  readonly jobs: JobQueue;
  /** At most a second old; undefined until the thread reports. */
  health(): WorkerHealth | undefined;
  running(): boolean;
  /** Takes at most `SHUTDOWN_TIMEOUT`. Keep the event store open until then. */
  stop(): Promise<void>;
}

const RESTART_AFTER_MS = 1_000;

/** Restarts the thread when it exits. Resolves once it runs. */
export async function startWorkerThread(options: StartWorkerThreadOptions): Promise<WorkerThread> {
  let thread = begin(options, ended);
  let stopping = false;

  function ended(): void {
    if (stopping) return;
    options.onFault('the worker ended unexpectedly; starting it again');
    startTimer(() => {
      if (!stopping) thread = begin(options, ended);
    }, RESTART_AFTER_MS).unref();
  }

  await thread.started;
  return {
    jobs: {
      enqueue: (queue, job, delayMs) => thread.jobs.enqueue(queue, job, delayMs),
      process: () => thread.jobs.process('', { concurrency: 1 }, () => Promise.resolve()),
      close: () => Promise.resolve(),
    },
    health: () => thread.health(),
    running: () => thread.running(),
    async stop() {
      stopping = true;
      await thread.stop();
    },
  };
}

function begin(options: StartWorkerThreadOptions, ended: () => void) {
  const [appends, settlements, jobsChannel] = [
    new MessageChannel(),
    new MessageChannel(),
    new MessageChannel(),
  ];
  const ports = { appends: appends.port2, settlements: settlements.port2, jobs: jobsChannel.port2 };
  const { dirs, config, commitSignal, loadSignal } = options;
  const workerData: WorkerThreadData = { dirs, config, commitSignal, loadSignal, ports };
  const worker = new Worker(new URL('./worker.thread.js', import.meta.url), {
    workerData,
    transferList: Object.values(ports),
  });
  serveAppends(options.eventStore, appends.port1);
  serveSettlements(options.settle, settlements.port1);
  const jobs = forwardingJobQueue(jobsChannel.port1);
  let health: WorkerHealth | undefined;
  let running = true;
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  void exited.then(() => {
    running = false;
    health = undefined;
    for (const { port1 } of [appends, settlements, jobsChannel]) port1.close();
    ended();
  });
  worker.on('error', (error) => options.onFault(error instanceof Error ? error.message : String(error)));
  const started = new Promise<void>((resolve) => {
    worker.on('message', (message: FromWorker) => {
      if (message.tell === 'health') health = message.health;
      else resolve();
    });
    void exited.then(resolve);
  });
  return {
    jobs,
    started,
    health: () => health,
    running: () => running,
    async stop(): Promise<void> {
      if (!running) return;
      worker.postMessage({ ask: 'stop' } satisfies ToWorker);
      const timer = startTimer(() => void worker.terminate(), config.SHUTDOWN_TIMEOUT);
      await exited;
      timer.cancel();
    },
  };
}
