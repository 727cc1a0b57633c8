import { pause } from '../host/timers.js';
import type { Lease } from './lease.js';

/** What keeps who holds a lease, as one process asks it. */
export interface LeaseRecord {
  /** Takes it, or goes on holding it for another while; undefined when it does not say. */
  take(): Promise<boolean | undefined>;
  /** Whether somebody else has it. Asks for nothing, and is false when it does not say. */
  isTaken(): Promise<boolean>;
  /** Gives it back, as far as that can be done. */
  leave(): Promise<void>;
}

export interface SharedLeaseOptions {
  /** How often it is renewed, or asked for. */
  readonly everyMs: number;
  /**
   * Whether this process can do the thing at all now. While it cannot it does not renew, so that another may take it, and
   * does not ask for it; a holder goes on as long as nobody took it. Default: always.
   */
  readonly able?: (() => boolean) | undefined;
  /** Told when the work ends by itself, which it should not. Never holds personal data. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** A lease among all processes that ask the same record. While that does not answer its holder goes on. */
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
