import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, type EventStore, type RecordedEvent } from '../../../infra/event-store/event-store.js';
import { openEvent, verifyBytes } from '../../../infra/event-store/seal-events.js';
import { LoadSignal } from '../../../infra/threads/load-signal.js';
import type { AuditAnswer, AuditAsked } from '../../contracts/admin/audit.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { StoredReader } from '../verify-ledger.js';
import { type BalanceAt, accountLines } from './account-lines.js';
import { linksOf } from './event-links.js';
import { postingsOf, rowOf } from './event-row.js';
import { walkEvents } from './event-walk.js';
import { Turns } from './turns.js';
import { walletSteps } from './wallet-steps.js';

const LIMIT = 100;

type Answer<Name extends 'events' | 'event' | 'account'> = Omit<AuditAnswer<Name>, 'status'>;

/** What auditors read of the log itself. No answer looks at more than a few thousand events, and one is made at a time. */
@Injectable()
export class EventExplorer {
  private readonly turns: Turns;

  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: EventStore & Partial<StoredReader>,
    @Inject(LoadSignal) load: Pick<LoadSignal, 'on'>,
  ) {
    this.turns = new Turns(load);
  }

  async events(asked: AuditAsked<'events'>): Promise<Answer<'events'>> {
    const { order = asked.after === undefined ? 'newest' : 'oldest', limit = LIMIT, stream } = asked;
    const from = order === 'oldest' ? asked.after : asked.before;
    const { events, reached, ...walk } = await this.turns.take(() =>
      walkEvents(
        this.eventStore,
        { ...{ stream, order, limit, from }, matches: matcherOf(asked) },
        this.turns,
      ),
    );
    const position = await this.eventStore.lastPosition();
    return { ...walk, order, position, events: events.map(rowOf), reached: reached ?? null };
  }

  /** @throws RuleBroken NOT_FOUND */
  async event({ position }: AuditAsked<'event'>): Promise<Answer<'event'>> {
    const { eventStore } = this;
    const [stored] = (await eventStore.readStored?.(position - 1, 1)) ?? [];
    if (!stored) return this.whole((await eventStore.readAll(position - 1, 1))[0], undefined);
    if (stored.position !== position) throw new RuleBroken('NOT_FOUND');
    const text = Buffer.from(stored.bytes).toString('utf8');
    return this.whole(openEvent(text, position, stored.hash), text, verifyBytes(stored.bytes, stored.hash));
  }

  /** @throws RuleBroken NOT_FOUND */
  async streamEvent({ stream, revision }: AuditAsked<'streamEvent'>): Promise<Answer<'event'>> {
    const [event] = await this.eventStore.readStream(stream, { from: revision, limit: 1 });
    // Where it is counted, the log hands out its bytes.
    return event?.position ? this.event(event) : this.whole(event, undefined);
  }

  walletSteps({ userId, from = 0, limit = LIMIT }: AuditAsked<'walletSteps'>) {
    return this.turns.take(() => walletSteps(this.eventStore, { userId, from, limit }, this.turns));
  }

  account(
    { account, before, limit = LIMIT }: AuditAsked<'account'>,
    balanceAt: BalanceAt,
  ): Promise<Answer<'account'>> {
    const { eventStore, turns } = this;
    return turns.take(() => accountLines(eventStore, { account, before, limit }, { balanceAt, turns }));
  }

  /** The newest event; undefined of an empty ledger. */
  async last(): Promise<RecordedEvent | undefined> {
    const position = await this.eventStore.lastPosition();
    return position === 0 ? undefined : (await this.eventStore.readAll(position - 1, 1))[0];
  }

  private async whole(
    event: RecordedEvent | undefined,
    text: string | undefined,
    hashHolds?: boolean,
  ): Promise<Answer<'event'>> {
    if (!event) throw new RuleBroken('NOT_FOUND');
    const { previous, next, cause, effects, related, causedBy, streams } = await this.turns.take(() =>
      linksOf(this.eventStore, event, this.turns),
    );
    const { position, hash, ...body } = event;
    return {
      ...{ position: position || null, hash, text: text ?? null, hashHolds: hashHolds ?? null, event: body },
      previous: previous ? { row: rowOf(previous), agrees: previous.hash === event.previousHash } : null,
      ...{ next: next ? rowOf(next) : null, causedBy, cause: cause ? rowOf(cause) : null },
      ...{ effects: effects.map(rowOf), related: related.map(rowOf) },
      ...{ postings: [...postingsOf(event)], streams: [...streams] },
    };
  }
}

/** Whether an event is one of those asked for. */
function matcherOf({ type, actor, from, to }: AuditAsked<'events'>): (event: RecordedEvent) => boolean {
  return (event) => {
    if (type !== undefined && event.type !== type) return false;
    if (actor !== undefined && event.actor.id !== actor && event.actor.kind !== actor) return false;
    if (from === undefined && to === undefined) return true;
    const at = Date.parse(event.at);
    return at >= (from ?? -Infinity) && at <= (to ?? Infinity);
  };
}
