import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  type Actor,
  AppendOutcomeUnknown,
  EVENT_STORE,
  type EventStore,
  type NewEvent,
  NO_STREAM,
  type RecordedEvent,
  RevisionConflict,
  type StreamHead,
} from '../../infra/event-store/event-store.js';
import { RuleBroken } from '../contracts/errors.js';
import { decide } from './purchase.decider.js';
import type { PurchaseCommand } from './purchase.commands.js';
import {
  type PurchaseEvent,
  type PurchaseEventDraft,
  purchaseOf,
  purchaseStream,
} from './purchase.events.js';
import { evolve, type Purchase } from './purchase.state.js';

const CACHED_MAX = 20_000;
const CONFLICTS_MAX = 8;
const RETRIES_OF_UNKNOWN = 3;
const RETRY_AFTER_MS = 50;

export interface PurchaseMeta {
  readonly actor: Actor;
  readonly now: Date;
  /** By default those of the purchase itself: its story, and its last event. */
  readonly correlationId?: string;
  readonly causationId?: string;
  /** Id of the first event, where the same fact may be derived twice. Random otherwise. */
  readonly eventId?: string;
}

export interface ExecutedPurchase {
  /** Nothing when the command found everything done. */
  readonly events: readonly PurchaseEvent[];
  readonly purchase: Purchase;
}

interface Loaded {
  readonly purchase: Purchase | undefined;
  readonly head: StreamHead;
  readonly correlationId: string;
  readonly lastEventId: string;
}

const NOT_OPENED: Loaded = { purchase: undefined, head: NO_STREAM, correlationId: '', lastEventId: '' };

/** Reads a purchase, decides, and appends at the revision that was read. Any number of processes may do so at once. */
@Injectable()
export class PurchaseStreams {
  private readonly cache = new LRUCache<string, Loaded & { readonly purchase: Purchase }>({
    max: CACHED_MAX,
  });

  constructor(@Inject(EVENT_STORE) private readonly eventStore: EventStore) {}

  /** undefined when the purchase was never opened. May be behind what another process stored; deciding on it is safe. */
  async load(purchaseId: string): Promise<Purchase | undefined> {
    return (this.cache.get(purchaseId) ?? (await this.read(purchaseId))).purchase;
  }

  /** As stored right now. */
  async reload(purchaseId: string): Promise<Purchase | undefined> {
    return (await this.read(purchaseId)).purchase;
  }

  /**
   * Decides on what is stored; a conflict decides again on what is stored by then.
   * @throws RuleBroken by the rules, AppendOutcomeUnknown when it stays unknown whether the events are stored
   */
  async execute(purchaseId: string, command: PurchaseCommand, meta: PurchaseMeta): Promise<ExecutedPurchase> {
    const known: Loaded | undefined =
      this.cache.get(purchaseId) ?? (command.type === 'OpenPurchase' ? NOT_OPENED : undefined);
    let drafts = known && tryDecide(command, known);
    let loaded = known ?? NOT_OPENED;
    for (let conflicts = 0; ; conflicts += 1) {
      // What is remembered is good enough to act on (the append checks it), not good enough to refuse on.
      if (!drafts) {
        loaded = await this.read(purchaseId);
        drafts = decide(command, loaded.purchase);
        if (drafts.length === 0) return { events: [], purchase: loaded.purchase! };
      }
      const events = drafts.map((draft, index) => toEvent(draft, index, loaded, meta));
      try {
        return await this.append(purchaseId, loaded, events);
      } catch (error) {
        this.cache.delete(purchaseId);
        if (!(error instanceof RevisionConflict) || conflicts === CONFLICTS_MAX) throw error;
        drafts = undefined;
      }
    }
  }

  /** The log says what became of a purchase, maybe in another process: what is remembered and older is let go. */
  saw({ stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>): void {
    const purchaseId = purchaseOf(stream);
    const known = purchaseId === undefined ? undefined : this.cache.peek(purchaseId);
    if (purchaseId !== undefined && known && known.head.revision < revision) this.cache.delete(purchaseId);
  }

  private async append(
    purchaseId: string,
    loaded: Loaded,
    events: readonly PurchaseEvent[],
  ): Promise<ExecutedPurchase> {
    const stream = purchaseStream(purchaseId);
    const { head } = await this.untilKnown(() =>
      this.eventStore.append(stream, loaded.head, events as unknown as readonly NewEvent[]),
    );
    const purchase = events.reduce<Purchase | undefined>(evolve, loaded.purchase)!;
    // An append repeated after a restart may find the stream further on than this state: then it has to be read again.
    const current = head.revision === loaded.head.revision + events.length;
    if (current && purchase.phase === 'open')
      this.remember(purchaseId, loadedAt(purchase, head, events.at(-1)!));
    else this.cache.delete(purchaseId);
    return { events, purchase };
  }

  private async untilKnown<Result>(append: () => Promise<Result>): Promise<Result> {
    for (let retry = 0; ; retry += 1) {
      try {
        return await append();
      } catch (error) {
        if (!(error instanceof AppendOutcomeUnknown) || retry === RETRIES_OF_UNKNOWN) throw error;
        await sleep(RETRY_AFTER_MS);
      }
    }
  }

  private async read(purchaseId: string): Promise<Loaded> {
    const events = await this.eventStore.readStream(purchaseStream(purchaseId));
    const last = events.at(-1);
    if (!last) return NOT_OPENED;
    const purchase = (events as unknown as readonly PurchaseEvent[]).reduce<Purchase | undefined>(
      evolve,
      undefined,
    )!;
    const loaded = loadedAt(purchase, { revision: last.revision, hash: last.hash }, last);
    // What is settled is rarely looked at again.
    if (purchase.phase === 'open') this.remember(purchaseId, loaded);
    return loaded;
  }

  private remember(purchaseId: string, loaded: Loaded & { readonly purchase: Purchase }): void {
    const known = this.cache.peek(purchaseId);
    if (!known || known.head.revision <= loaded.head.revision) this.cache.set(purchaseId, loaded);
  }
}

/** undefined when nothing follows from what is remembered: then it has to be read. */
function tryDecide(
  command: PurchaseCommand,
  { purchase }: Loaded,
): readonly PurchaseEventDraft[] | undefined {
  if (!purchase && command.type !== 'OpenPurchase') return undefined;
  try {
    const drafts = decide(command, purchase);
    return drafts.length > 0 ? drafts : undefined;
  } catch (error) {
    if (error instanceof RuleBroken) return undefined;
    throw error;
  }
}

const loadedAt = (purchase: Purchase, head: StreamHead, last: { id: string; correlationId: string }) => ({
  purchase,
  head,
  correlationId: last.correlationId,
  lastEventId: last.id,
});

function toEvent(
  draft: PurchaseEventDraft,
  index: number,
  loaded: Loaded,
  meta: PurchaseMeta,
): PurchaseEvent {
  const { actor, now, correlationId = loaded.correlationId, causationId = loaded.lastEventId } = meta;
  const id = meta.eventId !== undefined && index === 0 ? meta.eventId : randomUUID();
  return {
    id,
    type: draft.type,
    version: 1,
    at: now.toISOString(),
    actor,
    correlationId,
    causationId,
    data: draft.data,
  } as PurchaseEvent;
}
