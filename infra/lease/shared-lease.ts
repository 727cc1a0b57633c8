import { pause } from '../host/timers.js';
import type { Lease } from './lease.js';

/** Record of the lease holder, seen from one process. */
export interface LeaseRecord {
  /** Takes or renews the lease. Returns undefined when the record does not answer. */
  take(): Promise<boolean | undefined>;
  /** Returns true when another process holds it. Never takes it; false without an answer. */
  isTaken(): Promise<boolean>;
  /** Releases it as far as possible. */
  leave(): Promise<void>;
}

export interface SharedLeaseOptions {
  /** Interval of renewals and requests. */
  readonly everyMs: number;
  /**
   * Returns false while this process cannot do the work; default: always true. Then it neither renews nor asks, but a
   * holder stays until replaced.
   */
  readonly able?: (() => boolean) | undefined;
  /** Called when the work ends by itself, which it should not. Never holds personal data. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** Lease among all processes with the same record. While it does not answer, the holder continues. */
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
