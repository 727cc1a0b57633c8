import { SupervisedThread } from '../../infra/threads/supervised-thread.js';
import type { NoticesThreadData } from './notices.thread.js';

export interface StartNoticesThreadOptions extends NoticesThreadData {
  /**
   * Called with a fault from which the thread recovers by itself. `message` never contains personal
   * data.
   */
  readonly onFault: (message: string) => void;
  readonly onGone: (userId: string, subscriptionId: string) => void;
}

interface FromNotices {
  readonly gone?: { readonly userId: string; readonly subscriptionId: string };
}

const SMALL = { maxYoungGenerationSizeMb: 8 };

export const startNoticesThread = ({ onFault, onGone, ...workerData }: StartNoticesThreadOptions) =>
  new SupervisedThread<FromNotices>({
    file: new URL('./notices.thread.js', import.meta.url),
    name: 'the thread that writes mails',
    restartAfterMs: 2_000,
    stopWithinMs: 5_000,
    begin: () => ({ workerData, resourceLimits: SMALL }),
    onMessage: ({ gone }) => {
      if (gone) onGone(gone.userId, gone.subscriptionId);
    },
    onFault,
  });
