import { startTimer, type Timer } from '../host/timers.js';

export const ADMINISTRATORS_CHANNEL = '@admin';
export const EVERYBODY_CHANNEL = '*';

interface Change {
  readonly userId: string;
  readonly list: string;
}

export type LiveListener = (news: { readonly position: number; readonly lists: string[] } | 'reset') => void;

interface Waiter {
  readonly position: number;
  readonly resolve: (reached: boolean) => void;
  readonly timer: Timer;
}

const REMEMBERED_MAX = 10_000;
const BEHIND_MS_MAX = 2_000;

/**
 * Tells browsers which lists have changed. A writer can wait until the lists show a change. A
 * browser that missed more than `rememberedMax` changes gets a `reset`.
 */
export class LiveHub {
  readonly #positions: number[] = [];
  readonly #changes: Change[] = [];
  #written = 0;
  #floor = -1;
  #position = 0;
  readonly #listeners = new Map<string, Set<LiveListener>>();
  readonly #waiters = new Set<Waiter>();

  constructor(
    private readonly rememberedMax = REMEMBERED_MAX,
    private readonly behindMsMax = BEHIND_MS_MAX,
  ) {}

  /** Position up to which all views are committed. */
  get position(): number {
    return this.#position;
  }

  publish({ position, changes }: { readonly position: number; readonly changes: readonly Change[] }): void {
    if (this.#floor < 0) this.#floor = position;
    this.#position = Math.max(this.#position, position);
    this.#tell(changes, this.#position);
    this.#releaseWaiters();
  }

  /** Tells of changes that no view contains. Does nothing before the first `publish`. */
  announce(changes: readonly Change[]): void {
    // Answers at the present position may be older than the change.
    if (this.#position > 0) this.#tell(changes, this.#position + 1);
  }

  #tell(changes: readonly Change[], position: number): void {
    const news = new Map<LiveListener, Set<string>>();
    for (const change of changes) {
      this.#remember(change, position);
      for (const listener of this.#listeners.get(change.userId) ?? []) {
        const lists = news.get(listener) ?? new Set();
        news.set(listener, lists.add(change.list));
      }
    }
    for (const [listener, lists] of news) listener({ position: this.#position, lists: [...lists] });
  }

  /** Sends `reset` to all listeners after this process missed changes. */
  restart(position: number): void {
    this.#floor = position;
    this.#positions.length = 0;
    this.#changes.length = 0;
    this.#written = 0;
    this.#position = Math.max(this.#position, position);
    const everybody = new Set([...this.#listeners.values()].flatMap((listeners) => [...listeners]));
    for (const listener of everybody) listener('reset');
    this.#releaseWaiters();
  }

  /** Waits until `position` is committed, and returns true. Returns false after `timeoutMs`. */
  waitFor(position: number, timeoutMs: number): Promise<boolean> {
    if (position <= this.#position) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = startTimer(() => {
        this.#waiters.delete(waiter);
        resolve(false);
      }, timeoutMs);
      const waiter: Waiter = { position, resolve, timer };
      this.#waiters.add(waiter);
    });
  }

  /**
   * Returns a function that stops listening.
   * @param channels user ids and channel names
   * @param lastEventId last position that the browser received
   */
  subscribe(
    channels: readonly string[],
    lastEventId: number | undefined,
    listener: LiveListener,
  ): () => void {
    for (const channel of channels) {
      const listeners = this.#listeners.get(channel) ?? new Set();
      this.#listeners.set(channel, listeners.add(listener));
    }
    if (lastEventId !== undefined) this.#resume(channels, lastEventId, listener);
    return () => {
      for (const channel of channels) {
        const listeners = this.#listeners.get(channel);
        listeners?.delete(listener);
        if (listeners?.size === 0) this.#listeners.delete(channel);
      }
    };
  }

  #resume(channels: readonly string[], lastEventId: number, listener: LiveListener): void {
    if (lastEventId > this.#position) return void this.#resumeLater(channels, lastEventId, listener);
    if (lastEventId < this.#floor || !Number.isInteger(lastEventId)) {
      listener('reset');
      return;
    }
    const missed = this.#changes.filter(
      (change, slot) => channels.includes(change.userId) && this.#positions[slot]! > lastEventId,
    );
    if (missed.length === 0) return;
    listener({ position: this.#position, lists: [...new Set(missed.map(({ list }) => list))] });
  }

  /**
   * Waits until this hub reaches `lastEventId`, because the browser may have received this id from a faster
   * process.
   */
  async #resumeLater(
    channels: readonly string[],
    lastEventId: number,
    listener: LiveListener,
  ): Promise<void> {
    const caughtUp = await this.waitFor(lastEventId, this.behindMsMax);
    if (!channels.some((channel) => this.#listeners.get(channel)?.has(listener))) return;
    if (caughtUp) this.#resume(channels, lastEventId, listener);
    else listener('reset');
  }

  #remember(change: Change, position: number): void {
    const slot = this.#written++ % this.rememberedMax;
    const forgotten = this.#positions[slot];
    if (forgotten !== undefined) this.#floor = Math.max(this.#floor, forgotten);
    this.#positions[slot] = position;
    this.#changes[slot] = change;
  }

  #releaseWaiters(): void {
    for (const waiter of this.#waiters)
      if (waiter.position <= this.#position) {
        waiter.timer.cancel();
        this.#waiters.delete(waiter);
        waiter.resolve(true);
      }
  }
}
