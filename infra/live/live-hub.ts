/** Something of a user changed: one of their lists is out of date. */
interface Change {
  readonly userId: string;
  readonly list: string;
}

export type LiveListener = (news: { readonly position: number; readonly lists: string[] } | 'reset') => void;

interface Waiter {
  readonly position: number;
  readonly resolve: (reached: boolean) => void;
  readonly timer: NodeJS.Timeout;
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
    const news = new Map<string, Set<string>>();
    for (const change of changes) {
      this.#remember(change);
      if (!this.#listeners.has(change.userId)) continue;
      const lists = news.get(change.userId) ?? new Set();
      news.set(change.userId, lists.add(change.list));
    }
    for (const [userId, lists] of news)
      for (const listener of this.#listeners.get(userId) ?? [])
        listener({ position: this.#position, lists: [...lists] });
    this.#releaseWaiters();
  }

  /** Changes up to the position were missed and nobody can tell which: whoever listens asks for everything again. */
  restart(position: number): void {
    this.#floor = position;
    this.#positions.length = 0;
    this.#changes.length = 0;
    this.#written = 0;
    this.#position = Math.max(this.#position, position);
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener('reset');
    this.#releaseWaiters();
  }

  /** True as soon as everything up to the position is committed, false when that takes too long. */
  waitFor(position: number, timeoutMs: number): Promise<boolean> {
    if (position <= this.#position) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter);
        resolve(false);
      }, timeoutMs);
      const waiter: Waiter = { position, resolve, timer };
      this.#waiters.add(waiter);
    });
  }

  /** `lastEventId` is the position the browser has seen; it is told at once what changed since. Returns unsubscribe. */
  subscribe(userId: string, lastEventId: number | undefined, listener: LiveListener): () => void {
    const listeners = this.#listeners.get(userId) ?? new Set();
    this.#listeners.set(userId, listeners.add(listener));
    if (lastEventId !== undefined) this.#resume(userId, lastEventId, listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(userId) === listeners) this.#listeners.delete(userId);
    };
  }

  #resume(userId: string, lastEventId: number, listener: LiveListener): void {
    if (lastEventId > this.#position) return void this.#resumeLater(userId, lastEventId, listener);
    if (lastEventId < this.#floor || !Number.isInteger(lastEventId)) {
      listener('reset');
      return;
    }
    const missed = this.#changes.filter(
      (change, slot) => change.userId === userId && this.#positions[slot]! > lastEventId,
    );
    if (missed.length === 0) return;
    listener({ position: this.#position, lists: [...new Set(missed.map(({ list }) => list))] });
  }

  /** Another process may have seen more than this one yet; a position that does not come is of another ledger. */
  async #resumeLater(userId: string, lastEventId: number, listener: LiveListener): Promise<void> {
    const caughtUp = await this.waitFor(lastEventId, this.behindMsMax);
    if (!this.#listeners.get(userId)?.has(listener)) return;
    if (caughtUp) this.#resume(userId, lastEventId, listener);
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
        clearTimeout(waiter.timer);
        this.#waiters.delete(waiter);
        waiter.resolve(true);
      }
  }
}
