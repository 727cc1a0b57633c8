import { startTimer, type Timer } from '../host/timers.js';

const POLL_MS = 20;
/** A lost wake-up of another thread costs at most this. */
const SHARED_WAIT_MS = 250;

/** Streams are of as many kinds as there are counters; two that share one only make somebody look who need not. */
const KINDS = 64;

/** Memory for one signal, to hand to other threads of this process: how many commits there were, and of each kind of streams. */
export const createCommitSignal = (): SharedArrayBuffer => new SharedArrayBuffer(4 * (1 + KINDS));

/** The counter of a stream's kind, which its name says before the first hyphen. */
function counterOf(stream: string): number {
  let kind = 0;
  for (let at = 0; at < stream.length && stream[at] !== '-'; at += 1)
    kind = (kind * 31 + stream.charCodeAt(at)) % KINDS;
  return 1 + kind;
}

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
    this.cells = new Int32Array(shared ?? createCommitSignal());
  }

  /** Read it before looking for news; `changed` then misses nothing that came after. */
  version(): number {
    return Atomics.load(this.cells, 0);
  }

  /**
   * How often something was committed to streams of this kind, to be read before looking at one. While it is the same there is
   * nothing new; what was committed this moment may not be counted yet. undefined where the writer cannot tell.
   */
  changesLike(stream: string): number | undefined {
    return this.shared ? Atomics.load(this.cells, counterOf(stream)) : undefined;
  }

  /** @param streams those that were appended to */
  notify(streams: Iterable<string> = []): void {
    for (const stream of streams) Atomics.add(this.cells, counterOf(stream), 1);
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
      let timer: Timer | undefined;
      const wake = (): void => {
        this.sleepers.delete(wake);
        signal.removeEventListener('abort', wake);
        timer?.cancel();
        resolve();
      };
      this.sleepers.add(wake);
      signal.addEventListener('abort', wake, { once: true });
      if (this.role === 'writes') return;
      if (!this.shared) {
        timer = startTimer(wake, POLL_MS);
        return;
      }
      // The timer keeps the thread alive, which a waiting Atomics does not.
      timer = startTimer(wake, SHARED_WAIT_MS);
      const waiting = Atomics.waitAsync(this.cells, 0, version, SHARED_WAIT_MS);
      if (waiting.async) void waiting.value.then(wake);
      else wake();
    });
  }
}
