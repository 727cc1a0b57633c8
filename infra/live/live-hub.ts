import { startTimer, type Timer } from '../host/timers.js';

/** All administrators: they are told of what happens to anybody. No user has such an id. */
export const ADMINISTRATORS_CHANNEL = '@admin';
/** Whoever listens, signed in as whom they may be. */
export const EVERYBODY_CHANNEL = '*';

/** A list is out of date, for a user or for all who listen to a channel. */
interface Change {
  /** Id of a user, or a channel. */
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
/** How far this process may be behind another that the browser was connected to before. */
const BEHIND_MS_MAX = 2_000;

/**
 * Tells browsers which of their lists changed, and writers when a list shows what they wrote. Remembers the newest
 * changes, so that whoever was away for a moment gets exactly what was missed; older than that is `reset`.
 */
export class LiveHub {
  /** Ring of the newest changes; `#written` counts all there ever were. */
  readonly #positions: number[] = [];
  readonly #changes: Change[] = [];
  #written = 0;
  /** Changes up to here are no longer remembered. -1 before the first publish. */
  #floor = -1;
  #position = 0;
  readonly #listeners = new Map<string, Set<LiveListener>>();
  readonly #waiters = new Set<Waiter>();

  constructor(
    private readonly rememberedMax = REMEMBERED_MAX,
    private readonly behindMsMax = BEHIND_MS_MAX,
  ) {}

  /** What all views have committed. */
  get position(): number {
    return this.#position;
  }

  /** The first publish says where memory begins. */
  publish({ position, changes }: { readonly position: number; readonly changes: readonly Change[] }): void {
    if (this.#floor < 0) this.#floor = position;
    this.#position = Math.max(this.#position, position);
    // A listener of several channels is told once.
    const news = new Map<LiveListener, Set<string>>();
    for (const change of changes) {
      this.#remember(change);
      for (const listener of this.#listeners.get(change.userId) ?? []) {
        const lists = news.get(listener) ?? new Set();
        news.set(listener, lists.add(change.list));
      }
    }
    for (const [listener, lists] of news) listener({ position: this.#position, lists: [...lists] });
    this.#releaseWaiters();
  }

  /** Changes up to the position were missed and nobody can tell which: whoever listens asks for everything again. */
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

  /** True as soon as everything up to the position is committed, false when that takes too long. */
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
   * `channels` are ids of users and channels. `lastEventId` is the position the browser has seen; it is told at once what
   * changed since. Returns unsubscribe.
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

  /** Another process may have seen more than this one yet; a position that does not come is of another ledger. */
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

  #remember(change: Change): void {
    const slot = this.#written++ % this.rememberedMax;
    const forgotten = this.#positions[slot];
    if (forgotten !== undefined) this.#floor = Math.max(this.#floor, forgotten);
    this.#positions[slot] = this.#position;
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
