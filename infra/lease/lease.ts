/**
 * Lease that gives work to one process of many. For moments two processes or none hold it, so the work must
 * tolerate both.
 */
export interface Lease {
  /**
   * Runs `work` while this process holds the lease, until `signal` aborts. `held` aborts after the lease is
   * lost, when another process may already run the work.
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
