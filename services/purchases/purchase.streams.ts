import { Inject, Injectable } from '@nestjs/common';
import { boundedCache } from '../../infra/limits/bounded-cache.js';
import { decideAndAppend } from '../../infra/event-store/decide-and-append.js';
import type { ContinuedContext } from '../../infra/event-store/event-context.js';
import {
  EVENT_STORE,
  type EventStore,
  NO_STREAM,
  type RecordedEvent,
  type StreamHead,
} from '../../infra/event-store/event-store.js';
import { randomUUID } from '../../infra/host/chance.js';
import { decide } from './purchase.decider.js';
import type { PurchaseCommand } from './purchase.commands.js';
import { purchaseEvent, type PurchaseEvent, type PurchaseEventDraft } from './purchase.events.js';
import { purchaseOf, purchaseStream } from '../ledger/streams.js';
import { evolve, type Purchase } from './purchase.state.js';

const CACHED_MAX = 20_000;

export interface ExecutedPurchase {
  readonly events: readonly PurchaseEvent[];
  readonly purchase: Purchase;
}

interface Loaded extends StreamHead {
  readonly purchase: Purchase | undefined;
  readonly correlationId: string;
  readonly lastEventId: string;
}

const NOT_OPENED: Loaded = { ...NO_STREAM, purchase: undefined, correlationId: '', lastEventId: '' };

/** Each append names the revision that was loaded, so no process can append on an outdated state. */
@Injectable()
export class PurchaseStreams {
  private readonly cache = boundedCache<string, Loaded & { readonly purchase: Purchase }>(CACHED_MAX);

  constructor(@Inject(EVENT_STORE) private readonly eventStore: EventStore) {}

  /** Undefined before `PurchaseOpened`. */
  async load(purchaseId: string): Promise<Purchase | undefined> {
    return (this.cache.get(purchaseId) ?? (await this.read(purchaseId))).purchase;
  }

  events(purchaseId: string): Promise<RecordedEvent[]> {
    return this.eventStore.readStream(purchaseStream(purchaseId));
  }

  async reload(purchaseId: string): Promise<Purchase | undefined> {
    return (await this.read(purchaseId)).purchase;
  }

  /**
   * Decides a command and appends its events. After a `RevisionConflict`, loads the purchase again
   * and decides once more.
   * @throws RuleBroken, AppendOutcomeUnknown
   */
  async handle(
    purchaseId: string,
    command: PurchaseCommand,
    context: ContinuedContext,
  ): Promise<ExecutedPurchase> {
    const remembered =
      this.cache.get(purchaseId) ?? (command.type === 'OpenPurchase' ? NOT_OPENED : undefined);
    const { events, loaded, appended } = await decideAndAppend(this.eventStore, {
      stream: purchaseStream(purchaseId),
      remembered,
      load: () => this.read(purchaseId),
      decide: (known) =>
        decide(command, known.purchase).map((draft, index) => toEvent(draft, index, known, context)),
      forget: () => this.cache.delete(purchaseId),
    });
    if (!appended) return { events, purchase: loaded.purchase! };
    const purchase = events.reduce<Purchase | undefined>(evolve, loaded.purchase)!;
    const { head } = appended;
    const current = head.revision === loaded.revision + events.length;
    if (current && purchase.phase === 'open')
      this.remember(purchaseId, loadedAt(purchase, head, events.at(-1)!));
    else this.cache.delete(purchaseId);
    return { events, purchase };
  }

  /** Removes a purchase from the cache when the log contains a newer event of this purchase. */
  onRecorded({ stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>): void {
    const purchaseId = purchaseOf(stream);
    const known = purchaseId === undefined ? undefined : this.cache.peek(purchaseId);
    if (purchaseId !== undefined && known && known.revision < revision) this.cache.delete(purchaseId);
  }

  private async read(purchaseId: string): Promise<Loaded> {
    const events = await this.eventStore.readStream(purchaseStream(purchaseId));
    const last = events.at(-1);
    if (!last) return NOT_OPENED;
    const purchase = events.map(knownEvent).reduce<Purchase | undefined>(evolve, undefined)!;
    const loaded = loadedAt(purchase, last, last);
    // Cache only open purchases, because settled purchases are rarely read.
    if (purchase.phase === 'open') this.remember(purchaseId, loaded);
    return loaded;
  }

  private remember(purchaseId: string, loaded: Loaded & { readonly purchase: Purchase }): void {
    const known = this.cache.peek(purchaseId);
    if (!known || known.revision <= loaded.revision) this.cache.set(purchaseId, loaded);
  }
}

/**
 * @throws Error for an event of an unknown type, because skipping the event would lead to a wrong
 * state
 */
function knownEvent(event: RecordedEvent): PurchaseEvent {
  const known = purchaseEvent(event);
  if (!known) throw new Error(`${event.stream}: unknown event type ${event.type}`);
  return known;
}

const loadedAt = (
  purchase: Purchase,
  { revision, hash }: StreamHead,
  last: { id: string; correlationId: string },
) => ({
  revision,
  hash,
  purchase,
  correlationId: last.correlationId,
  lastEventId: last.id,
});

function toEvent(
  { type, data }: PurchaseEventDraft,
  index: number,
  loaded: Loaded,
  {
    actor,
    now,
    correlationId = loaded.correlationId,
    causationId = loaded.lastEventId,
    firstEventId,
  }: ContinuedContext,
): PurchaseEvent {
  const id = firstEventId !== undefined && index === 0 ? firstEventId : randomUUID();
  const at = now.toISOString();
  return { id, type, version: 1, at, actor, correlationId, causationId, data } as PurchaseEvent;
}
