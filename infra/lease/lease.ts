/**
 * Has one process of many do a thing that is exact anyway, so that it is not done twice for nothing. For moments two may
 * hold it, or nobody: what runs under it must stand both.
 */
export interface Lease {
  /**
   * Runs the work while this process holds the lease, and again whenever it gets it back, until the signal. The work is
   * told when the lease is lost; it is taken up again elsewhere meanwhile. Resolves when the work has ended.
   */
  whileHeld(work: (held: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;
  /** Whether this process does the thing now. */
  held(): boolean;
}

/** For a process that shares the thing with nobody. */
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
