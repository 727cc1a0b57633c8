import { pause } from '../host/timers.js';
import type { Lease } from './lease.js';

export interface LeaseRecord {
  /** Takes or renews the lease. Returns undefined when the store does not answer. */
  take(): Promise<boolean | undefined>;
  isTaken(): Promise<boolean>;
  leave(): Promise<void>;
}

export interface SharedLeaseOptions {
  readonly everyMs: number;
  /** Returns false when this process cannot do its work, so that another process takes the lease. */
  readonly able?: (() => boolean) | undefined;
  /** Called when `work` rejects, which is a programming error. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** The holder of the lease continues while `record` does not answer. */
export function sharedLease(
  record: LeaseRecord,
  { everyMs, able = () => true, onFault = () => undefined }: SharedLeaseOptions,
): Lease {
  let held = false;

  const taken = async (): Promise<boolean> => (able() ? (await record.take()) === false : record.isTaken());

  const hold = async (work: (held: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> => {
    const lost = new AbortController();
    const ended = work(AbortSignal.any([signal, lost.signal])).catch(onFault);
    let working = true;
    void ended.then(() => (working = false));
    while (working && !lost.signal.aborted && !signal.aborted) {
      await Promise.race([pause(everyMs, signal), ended]);
      if (working && !signal.aborted && (await taken())) lost.abort();
    }
    await ended;
    if (!lost.signal.aborted) await record.leave();
  };

  return {
    held: () => held,
    async whileHeld(work, signal) {
      while (!signal.aborted) {
        if (able() && (await record.take()) === true) {
          held = true;
          await hold(work, signal);
          held = false;
        }
        await pause(everyMs, signal);
      }
    },
  };
}
