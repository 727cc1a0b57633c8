import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { startTimer } from '../../infra/host/timers.js';
import type { NoticesThreadData } from './notices.thread.js';

export interface NoticesThread {
  stop(): Promise<void>;
}

export interface StartNoticesThreadOptions extends NoticesThreadData {
  /** Faults that the thread recovers from. Never contains personal data. */
  readonly onFault: (message: string) => void;
  readonly onGone: (userId: string, subscriptionId: string) => void;
}

const SMALL = { maxYoungGenerationSizeMb: 8 };
const RESTART_AFTER_MS = 2_000;
const STOP_PATIENCE_MS = 5_000;

/** Runs `notices.thread.js` and restarts it after a failure. */
export function startNoticesThread({ onFault, onGone, ...data }: StartNoticesThreadOptions): NoticesThread {
  let stopping = false;
  let worker = begin();

  function begin(): Worker {
    const begun = new Worker(new URL('./notices.thread.js', import.meta.url), {
      workerData: data,
      resourceLimits: SMALL,
    });
    begun.on('message', (message: { readonly gone?: { userId: string; subscriptionId: string } }) => {
      if (message.gone) onGone(message.gone.userId, message.gone.subscriptionId);
    });
    begun.on('error', (error) => onFault(error instanceof Error ? error.message : String(error)));
    begun.once('exit', () => {
      if (stopping) return;
      onFault('the thread that writes mails ended unexpectedly; starting it again');
      startTimer(() => {
        if (!stopping) worker = begin();
      }, RESTART_AFTER_MS).unref();
    });
    return begun;
  }

  return {
    async stop() {
      stopping = true;
      const { threadId } = worker;
      if (threadId === -1) return;
      const exited = once(worker, 'exit');
      worker.postMessage('stop');
      const impatient = startTimer(() => void worker.terminate(), STOP_PATIENCE_MS);
      await exited;
      impatient.cancel();
    },
  };
}
