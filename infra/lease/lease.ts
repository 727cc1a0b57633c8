/**
 * Chooses one process of many to do some work. For moments, two processes or none may hold the lease, and the
 * work must tolerate both.
 */
export interface Lease {
  /**
   * Runs `work` whenever this process holds the lease, until `signal` aborts. `held` aborts when the lease is
   * lost, when another process may already run the work.
   */
  whileHeld(work: (held: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;
  held(): boolean;
}

/** Lease for an installation with a single process. */
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
