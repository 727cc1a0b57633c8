const POLL_MS = 20;
/** A lost wake-up of another thread costs at most this. */
const SHARED_WAIT_MS = 250;

/** Memory for one signal, to hand to other threads of this process. */
export const createCommitSignal = (): SharedArrayBuffer => new SharedArrayBuffer(4);

/**
 * Tells followers that something was committed. The writing store notifies; a reading store in another thread waits on
 * the same shared memory; without shared memory it polls.
 */
export class CommitSignal {
  private readonly cells: Int32Array;
  private readonly sleepers = new Set<() => void>();

  constructor(
    private readonly role: 'writes' | 'reads',
    private readonly shared?: SharedArrayBuffer,
  ) {
    this.cells = new Int32Array(shared ?? new SharedArrayBuffer(4));
  }

  /** Read it before looking for news; `changed` then misses nothing that came after. */
  version(): number {
    return Atomics.load(this.cells, 0);
  }

  notify(): void {
    Atomics.add(this.cells, 0, 1);
    if (this.shared) Atomics.notify(this.cells, 0);
    this.wake();
  }

  /** Wakes whoever waits here without saying that anything was committed: they look, and see that the store closed. */
  wake(): void {
    for (const wake of [...this.sleepers]) wake();
  }

  /** Resolves when something may have been committed after `version`, or the signal aborted. Early is allowed. */
  changed(version: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.version() !== version) return Promise.resolve();
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const wake = (): void => {
        this.sleepers.delete(wake);
        signal.removeEventListener('abort', wake);
        clearTimeout(timer);
        resolve();
      };
      this.sleepers.add(wake);
      signal.addEventListener('abort', wake, { once: true });
      if (this.role === 'writes') return;
      if (!this.shared) {
        timer = setTimeout(wake, POLL_MS);
        return;
      }
      // The timer keeps the thread alive, which a waiting Atomics does not.
      timer = setTimeout(wake, SHARED_WAIT_MS);
      const waiting = Atomics.waitAsync(this.cells, 0, version, SHARED_WAIT_MS);
      if (waiting.async) void waiting.value.then(wake);
      else wake();
    });
  }
}
