/**
 * Lease that gives work to one process of many. For moments, two processes or none may hold it, and the work
 * must tolerate both.
 */
export interface Lease {
  /**
   * Runs `work` while this process holds the lease, until `signal` aborts. `held` aborts when the lease is
   * lost; another process may then run the work already.
   */
  whileHeld(work: (held: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;
  held(): boolean;
}

export function heldAlone(): Lease {
  let held = false;
  return {
    held: () => held,
    async whileHeld(work, signal) {
      held = true;
      try {
        await work(signal);
      } finally {
        held = false;
      }
    },
  };
}
