import { startTimer, type Timer } from '../host/timers.js';

const POLL_MS = 20;
const SHARED_WAIT_MS = 250;

const KINDS = 64;

const UNREADABLE = 1 + KINDS;

export const createCommitSignal = (): SharedArrayBuffer => new SharedArrayBuffer(4 * (2 + KINDS));

function counterOf(stream: string): number {
  let kind = 0;
  for (let at = 0; at < stream.length && stream[at] !== '-'; at += 1)
    kind = (kind * 31 + stream.charCodeAt(at)) % KINDS;
  return 1 + kind;
}

/** After each commit, wakes the threads that follow the log. */
export class CommitSignal {
  private readonly cells: Int32Array;
  private readonly sleepers = new Set<() => void>();

  constructor(
    private readonly role: 'writes' | 'reads',
    private readonly shared?: SharedArrayBuffer,
  ) {
    this.cells = new Int32Array(shared ?? createCommitSignal());
  }

  /**
   * Number of commits so far. To miss no commit, call this before reading the log, and pass the number to
   * `changed`.
   */
  version(): number {
    return Atomics.load(this.cells, 0);
  }

  /**
   * Number of commits to all streams of one kind, such as `wallet-…`. Read this number before reading `stream`.
   */
  changesLike(stream: string): number | undefined {
    return this.shared ? Atomics.load(this.cells, counterOf(stream)) : undefined;
  }

  get unreadable(): boolean {
    return Atomics.load(this.cells, UNREADABLE) === 1;
  }

  setUnreadable(): void {
    Atomics.store(this.cells, UNREADABLE, 1);
  }

  notify(streams: Iterable<string> = []): void {
    for (const stream of streams) Atomics.add(this.cells, counterOf(stream), 1);
    Atomics.add(this.cells, 0, 1);
    if (this.shared) Atomics.notify(this.cells, 0);
    this.wake();
  }

  wake(): void {
    for (const wake of [...this.sleepers]) wake();
  }

  /**
   * Resolves when a commit newer than `version` exists, or when `signal` aborts. May also resolve
   * without a newer commit.
   */
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
      // Start a timer, because a pending `Atomics.waitAsync` alone does not keep the thread alive.
      timer = startTimer(wake, SHARED_WAIT_MS);
      const waiting = Atomics.waitAsync(this.cells, 0, version, SHARED_WAIT_MS);
      if (waiting.async) void waiting.value.then(wake);
      else wake();
    });
  }
}
