import {
  type EventStore,
  type NewEvent,
  NO_STREAM,
  type RecordedEvent,
  type StreamHead,
} from '../../infra/event-store/event-store.js';
import { type EventContext, fact } from '../../infra/event-store/event-context.js';
import { decideAndAppend } from '../../infra/event-store/decide-and-append.js';
import { nowMs } from '../../infra/host/clock.js';
import { type CatalogChange, decide } from './catalog.decider.js';
import { settleDue } from './prices/schedule-prices.decider.js';
import { nextMoment } from './prices/scheduled-prices.state.js';
import { CATALOG_STREAM, catalogEvent, type CatalogEventDraft } from './catalog.events.js';
import type { Catalog } from './catalog.js';
import type { CatalogState } from './catalog.state.js';

const PAGE = 500;

/** Reads the stream `catalog` into a `Catalog`. Each `Catalog` needs its own `CatalogStream`. */
export class CatalogStream {
  private head: StreamHead = NO_STREAM;
  private reading: Promise<void> | undefined;
  private changes: number | undefined;

  constructor(
    private readonly catalog: Catalog,
    private readonly eventStore: Pick<EventStore, 'head' | 'readStream' | 'append' | 'changesLike'>,
  ) {}

  catchUp(): Promise<void> {
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    return this.reading;
  }

  async look(): Promise<void> {
    const changes = this.eventStore.changesLike?.(CATALOG_STREAM);
    if (changes !== undefined && changes === this.changes) return;
    // Let a running read end, and then read again. The running read may have begun before the newest changes.
    await this.reading;
    await this.catchUp();
    this.changes = changes;
  }

  async change(change: CatalogChange, context: EventContext): Promise<number> {
    return (await this.decide((state) => decide(change, state), context)).length;
  }

  async decide(
    rule: (state: CatalogState) => readonly CatalogEventDraft[],
    context: EventContext,
  ): Promise<readonly Pick<NewEvent, 'id' | 'type'>[]> {
    const { appended, events } = await decideAndAppend(this.eventStore, {
      stream: CATALOG_STREAM,
      load: async () => {
        await this.catchUp();
        return this.head;
      },
      decide: () =>
        rule(this.catalog.state).map(({ type, data }) => fact<string, object>(type, data, context)),
    });
    // Repeat `catchUp` until the state includes the appended events. A read that was already in progress may
    // miss them.
    while (appended && this.head.revision < appended.head.revision) await this.catchUp();
    return events;
  }

  /** Unix ms at which the next scheduled change is due. `Infinity` when no change is scheduled. */
  get nextMoment(): number {
    return nextMoment(this.catalog.state);
  }

  /**
   * Applies or refuses all scheduled price changes that are due. Several processes may call this method at the
   * same time.
   */
  async settleDue(now = new Date(nowMs())): Promise<void> {
    while (this.nextMoment <= now.getTime()) if (!(await this.settleNext(now))) return;
  }

  private async settleNext(now: Date): Promise<boolean> {
    const { appended } = await decideAndAppend(this.eventStore, {
      stream: CATALOG_STREAM,
      load: async () => {
        await this.catchUp();
        return this.head;
      },
      decide: () =>
        settleDue(this.catalog.state, now.getTime()).map(({ change: { id, by }, draft: { type, data } }) =>
          fact<string, object>(type, data, { actor: { kind: 'admin', id: by }, now, correlationId: id }),
        ),
    });
    while (appended && this.head.revision < appended.head.revision) await this.catchUp();
    return appended !== undefined;
  }

  private async read(): Promise<void> {
    const { revision } = await this.eventStore.head(CATALOG_STREAM);
    while (this.head.revision < revision) {
      const from = this.head.revision + 1;
      const page = await this.eventStore.readStream(CATALOG_STREAM, { from, limit: PAGE });
      if (page.length === 0) return;
      for (const event of page) this.fold(event);
    }
  }

  private fold(event: RecordedEvent): void {
    const known = catalogEvent(event);
    // Skip an event that was stored by a newer version and that this version does not know.
    if (known) this.catalog.apply(known);
    this.head = { revision: event.revision, hash: event.hash };
  }
}
