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

/** Keeps a catalogue in step with its stream, and adds to it. One of these per catalogue. */
export class CatalogStream {
  private head: StreamHead = NO_STREAM;
  private reading: Promise<void> | undefined;
  /** `changesLike` of the store before the last look. */
  private changes: number | undefined;

  constructor(
    private readonly catalog: Catalog,
    private readonly eventStore: Pick<EventStore, 'head' | 'readStream' | 'append' | 'changesLike'>,
  ) {}

  /** Folds in what was stored since. Cheap when nothing was. */
  catchUp(): Promise<void> {
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    return this.reading;
  }

  /** As `catchUp`, and free where the store knows that nothing was. What is stored this moment may be seen by the next look. */
  async look(): Promise<void> {
    const changes = this.eventStore.changesLike?.(CATALOG_STREAM);
    if (changes !== undefined && changes === this.changes) return;
    // A reading that is under way began before the number was told.
    await this.reading;
    await this.catchUp();
    this.changes = changes;
  }

  /**
   * Decides on what is stored and folds it in at once. Nothing happens when it is so already.
   * @returns how many events that took
   * @throws RuleBroken by the rules of the catalogue
   */
  async change(change: CatalogChange, context: EventContext): Promise<number> {
    return (await this.decide((state) => decide(change, state), context)).length;
  }

  /** As `change`, by any rule: it is given what is stored, again and again until nobody was faster. Answers what was stored. */
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
    // A look that was under way may have begun before.
    while (appended && this.head.revision < appended.head.revision) await this.catchUp();
    return events;
  }

  /** When the next scheduled change takes effect, milliseconds since 1970; never is Infinity. */
  get nextMoment(): number {
    return nextMoment(this.catalog.state);
  }

  /**
   * Stores what has come of scheduled changes whose moment is over, in the name of whoever scheduled them, and folds it in at once.
   * Costs nothing while there is none. Of several processes one stores it, and the others read that.
   */
  async settleDue(now = new Date(nowMs())): Promise<void> {
    while (this.nextMoment <= now.getTime()) if (!(await this.settleNext(now))) return;
  }

  /** Whether there was something. */
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
    // A newer process may store changes that this one does not know.
    if (known) this.catalog.apply(known);
    this.head = { revision: event.revision, hash: event.hash };
  }
}
