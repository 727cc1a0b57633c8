import { MessageChannel } from 'node:worker_threads';
import { serveAppends } from '../../infra/event-store/lmdb/forward-appends.js';
import { forwardingJobQueue } from '../../infra/queue/in-process/forward-jobs.js';
import type { JobQueue } from '../../infra/queue/job-queue.js';
import { SupervisedThread } from '../../infra/threads/supervised-thread.js';
import type { Settle } from '../purchases/settle/settle-wallet.reactor.js';
import type { MetricValues } from '../telemetry/purchase-metrics.js';
import { serveSettlements } from './forward-settlements.js';
import type { WorkerHealth } from './worker-deps.js';
import type { FromWorker, WorkerDirs, WorkerThreadConfig, WorkerThreadData } from './worker-messages.js';

export interface StartWorkerThreadOptions {
  readonly dirs: WorkerDirs;
  readonly config: WorkerThreadConfig;
  readonly eventStore: Parameters<typeof serveAppends>[0];
  readonly commitSignal?: SharedArrayBuffer;
  readonly loadSignal?: SharedArrayBuffer;
  readonly settle: Settle;
  /**
   * Called with one line about each fault. The line contains no personal data. The worker recovers
   * by itself.
   */
  readonly onFault: (message: string) => void;
}

export interface WorkerThread {
  /**
   * Queue of jobs for the thread. Jobs are lost while the thread is not running. A later search for
   * unfinished purchases sends them again.
   */
  readonly jobs: JobQueue;
  /** State of the thread, at most one second old. */
  health(): WorkerHealth | undefined;
  counts(): readonly MetricValues[] | undefined;
  running(): boolean;
  /**
   * Stops the thread within `SHUTDOWN_TIMEOUT`. The event store must be closed only after the
   * thread has stopped.
   */
  stop(): Promise<void>;
}

/** When the thread ends, a new thread is started, until `stop` is called. */
export async function startWorkerThread(options: StartWorkerThreadOptions): Promise<WorkerThread> {
  const { dirs, config, eventStore, commitSignal, loadSignal, settle, onFault } = options;
  let jobs: JobQueue | undefined;
  let health: WorkerHealth | undefined;
  let counts: readonly MetricValues[] | undefined;

  const begin = () => {
    const [appends, settlements, forwarded] = [
      new MessageChannel(),
      new MessageChannel(),
      new MessageChannel(),
    ];
    const ports = { appends: appends.port2, settlements: settlements.port2, jobs: forwarded.port2 };
    serveAppends(eventStore, appends.port1);
    serveSettlements(settle, settlements.port1);
    jobs = forwardingJobQueue(forwarded.port1);
    return {
      workerData: { dirs, config, commitSignal, loadSignal, ports } satisfies WorkerThreadData,
      transferList: Object.values(ports),
      ports: [appends.port1, settlements.port1, forwarded.port1],
    };
  };
  const thread = await new Promise<SupervisedThread<FromWorker>>((resolve) => {
    const begun = new SupervisedThread<FromWorker>({
      file: new URL('./worker.thread.js', import.meta.url),
      name: 'the worker',
      restartAfterMs: 1_000,
      stopWithinMs: config.SHUTDOWN_TIMEOUT,
      begin,
      onMessage: (message) => {
        if (message.tell === 'health') ({ health, counts } = message);
        else resolve(begun);
      },
      onExit: () => {
        health = counts = undefined;
        resolve(begun);
      },
      onFault,
    });
  });
  return {
    jobs: {
      enqueue: (queue, job, delayMs) => jobs!.enqueue(queue, job, delayMs),
      process: () => jobs!.process('', { concurrency: 1 }, () => Promise.resolve()),
      close: () => Promise.resolve(),
    },
    health: () => health,
    counts: () => counts,
    running: () => thread.running,
    stop: () => thread.stop(),
  };
}
