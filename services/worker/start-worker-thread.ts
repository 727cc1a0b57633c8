import { MessageChannel } from 'node:worker_threads';
import { serveAppends } from '../../infra/event-store/lmdb/forward-appends.js';
import { forwardingJobQueue } from '../../infra/queue/in-process/forward-jobs.js';
import type { JobQueue } from '../../infra/queue/job-queue.js';
import { SupervisedThread } from '../../infra/threads/supervised-thread.js';
import type { Settle } from '../purchases/settle/settle-wallet.reactor.js';
import { serveSettlements } from './forward-settlements.js';
import type { WorkerHealth } from './worker-deps.js';
import type { FromWorker, WorkerDirs, WorkerThreadConfig, WorkerThreadData } from './worker-messages.js';

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
  /** Receives each fault as a text without personal data. The caller need not act. */
  readonly onFault: (message: string) => void;
}

export interface WorkerThread {
  /** Jobs enqueued while the thread is down are lost, and the sweep repeats them. */
  readonly jobs: JobQueue;
  /** Health of the thread, at most a second old; undefined until the thread reports. */
  health(): WorkerHealth | undefined;
  running(): boolean;
  /** Takes at most `SHUTDOWN_TIMEOUT`. Close the event store only after the stop. */
  stop(): Promise<void>;
}

/** Restarts the thread when it exits. Resolves once it runs. */
export async function startWorkerThread(options: StartWorkerThreadOptions): Promise<WorkerThread> {
  const { dirs, config, eventStore, commitSignal, loadSignal, settle, onFault } = options;
  let jobs: JobQueue | undefined;
  let health: WorkerHealth | undefined;

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
        if (message.tell === 'health') health = message.health;
        else resolve(begun);
      },
      onExit: () => {
        health = undefined;
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
    running: () => thread.running,
    stop: () => thread.stop(),
  };
}
