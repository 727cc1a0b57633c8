import type { EventStore } from '../../../infra/event-store/event-store.js';
import { monotonicMs } from '../../../infra/host/clock.js';
import { sleep } from '../../../infra/host/timers.js';
import type { ViewParked } from '../../../infra/projections/parking.js';
import type { ReadStore, View } from '../../../infra/read-store/view.js';

export interface ProjectionWatchOptions {
  readonly eventStore: Pick<EventStore, 'lastPosition'>;
  readonly readStore: Pick<ReadStore, 'checkpoint' | 'parkedKeys'>;
  readonly views: readonly View[];
  readonly everyMs?: number;
  /**
   * Milliseconds without progress after which a view is reported as stopped. Must be longer than a standby
   * projector needs to take over, because no view makes progress meanwhile.
   */
  readonly staleMs?: number;
  readonly now?: () => number;
}

interface Seen {
  readonly checkpoint: number;
  readonly movedAt: number;
}

const EVERY_MS = 1_000;
const STALE_MS = 12_000;

/**
 * Measures how far the read models are behind the log. Runs outside the projector, so it works even when the
 * projector hangs.
 */
export class ProjectionWatch {
  lastPosition = 0;
  parked: readonly ViewParked[] = [];
  private readonly seen = new Map<string, Seen>();
  private readonly stopping = new AbortController();
  private readonly watching: Promise<void>;
  private readonly now: () => number;
  private readonly staleMs: number;

  constructor(private readonly options: ProjectionWatchOptions) {
    this.now = options.now ?? monotonicMs;
    this.staleMs = options.staleMs ?? STALE_MS;
    this.watching = this.watch(options.everyMs ?? EVERY_MS);
  }

  get projected(): number {
    return this.seen.size === 0
      ? 0
      : Math.min(...Array.from(this.seen.values(), ({ checkpoint }) => checkpoint));
  }

  problems(): string[] {
    return this.views.flatMap(({ view, halted }) =>
      halted === undefined ? [] : [`the view ${view} ${halted}`],
    );
  }

  get views(): readonly {
    readonly view: string;
    readonly checkpoint: number;
    readonly halted: string | undefined;
  }[] {
    return Array.from(this.seen, ([view, { checkpoint, movedAt }]) => {
      const standing = this.now() - movedAt;
      const stands = checkpoint < this.lastPosition && standing > this.staleMs;
      const seconds = Math.round(standing / 1_000);
      const halted = stands
        ? `stands at ${checkpoint} of ${this.lastPosition} for ${seconds} s: no projector moves it`
        : undefined;
      return { view, checkpoint, halted };
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.watching;
  }

  private async watch(everyMs: number): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      // Ignore an error of a store here, because `StoreWatch` reports stores that do not answer.
      await this.look().catch(() => undefined);
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private async look(): Promise<void> {
    const { eventStore, readStore, views } = this.options;
    const position = await eventStore.lastPosition();
    for (const view of views) {
      const checkpoint = await readStore.checkpoint(view);
      const before = this.seen.get(view.name);
      const moved =
        before === undefined || checkpoint !== before.checkpoint || checkpoint >= this.lastPosition;
      this.seen.set(view.name, { checkpoint, movedAt: moved ? this.now() : before.movedAt });
    }
    this.lastPosition = position;
    this.parked = await Promise.all(
      views.map(async (view) => ({ view: view.name, parked: await readStore.parkedKeys(view) })),
    );
  }
}
