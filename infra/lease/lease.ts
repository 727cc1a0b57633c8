/**
 * Lease that gives work to one of many processes. For short moments, two processes or no process may hold the
 * lease. The work must tolerate both cases.
 */
export interface Lease {
  /**
   * Runs `work` while this process holds the lease, until `signal` aborts. `held` aborts when the lease is
   * lost. Another process may then already run the work.
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
