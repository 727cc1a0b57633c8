import { randomUUID } from 'node:crypto';
import {
  type Actor,
  type EventStore,
  type NewEvent,
  NO_STREAM,
  type RecordedEvent,
  RevisionConflict,
  type StreamHead,
} from '../../infra/event-store/event-store.js';
import { appendSurely } from '../wallet/append-surely.js';
import { type CatalogChange, decide } from './catalog.decider.js';
import { CATALOG_STREAM } from './catalog.events.js';
import type { Catalog } from './catalog.js';
import type { CatalogFact } from './catalog.state.js';

const PAGE = 500;
const CONFLICTS_MAX = 8;

export interface CatalogMeta {
  readonly actor: Actor;
  readonly now: Date;
  readonly correlationId?: string;
}

/** Keeps a catalogue in step with its stream, and adds to it. One of these per catalogue. */
export class CatalogStream {
  private head: StreamHead = NO_STREAM;
  private reading: Promise<void> | undefined;

  constructor(
    private readonly catalog: Catalog,
    private readonly eventStore: Pick<EventStore, 'head' | 'readStream' | 'append'>,
  ) {}

  /** Folds in what was stored since. Cheap when nothing was. */
  catchUp(): Promise<void> {
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    return this.reading;
  }

  /**
   * Decides on what is stored and folds it in at once. Nothing happens when it is so already.
   * @throws RuleBroken by the rules of the catalogue
   */
  async change(change: CatalogChange, meta: CatalogMeta): Promise<void> {
    for (let conflicts = 0; ; conflicts += 1) {
      await this.catchUp();
      const drafts = decide(change, this.catalog.state);
      if (drafts.length === 0) return;
      const correlationId = meta.correlationId ?? randomUUID();
      const events = drafts.map((draft): NewEvent => ({
        ...{ id: randomUUID(), type: draft.type, version: 1, at: meta.now.toISOString(), actor: meta.actor },
        ...{ correlationId, causationId: correlationId, data: draft.data as unknown as NewEvent['data'] },
      }));
      try {
        const { head } = await appendSurely(this.eventStore, CATALOG_STREAM, this.head, events);
        // A look that was under way may have begun before.
        while (this.head.revision < head.revision) await this.catchUp();
        return;
      } catch (error) {
        if (!(error instanceof RevisionConflict) || conflicts === CONFLICTS_MAX) throw error;
      }
    }
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
    this.catalog.apply(event as unknown as CatalogFact);
    this.head = { revision: event.revision, hash: event.hash };
  }
}
