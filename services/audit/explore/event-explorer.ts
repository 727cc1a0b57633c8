import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, type EventStore, type RecordedEvent } from '../../../infra/event-store/event-store.js';
import { openEvent, verifyBytes } from '../../../infra/event-store/seal-events.js';
import { nowMs } from '../../../infra/host/clock.js';
import { LoadSignal } from '../../../infra/threads/load-signal.js';
import type { AuditAnswer, AuditAsked } from '../../contracts/admin/audit.contract.js';
import type { WhyCharged } from '../../contracts/admin/why.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { NamedMoment } from '../../contracts/fields/ledger-moment.js';
import { bookOf } from '../../ledger/postings.js';
import type { StoredReader } from '../verify-ledger.js';
import { type Moment, positionAt, type PositionReading, TooMuchToRead } from '../as-of/position-at.js';
import { type KeptDays, type TrialBalanceAsOf, trialBalanceAsOf } from '../as-of/trial-balance-as-of.js';
import { type AccountBalances, accountLines } from './account-lines.js';
import { accountSteps } from './account-steps.js';
import { linksOf } from './event-links.js';
import { postingsOf, rowOf } from './event-row.js';
import { walkEvents } from './event-walk.js';
import { Turns } from './turns.js';
import { explainCharge, type Installation } from '../why/explain-charge.js';
import { readCharge, withPositions } from '../why/read-charge.js';
import { walletSteps } from './wallet-steps.js';

const LIMIT = 100;
const AS_OF_READ_MAX = 250_000;

type Answer<Name extends 'events' | 'event' | 'account' | 'accountSteps'> = Omit<AuditAnswer<Name>, 'status'>;

/**
 * Answers the questions of auditors about events. `Turns` lets only one question read the log at a
 * time.
 */
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
      walkEvents(this.eventStore, { stream, order, limit, from, matches: matcherOf(asked) }, this.turns),
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
    return event?.position ? this.event(event) : this.whole(event, undefined);
  }

  walletSteps({ userId, from = 0, limit = LIMIT }: AuditAsked<'walletSteps'>) {
    return this.turns.take(() => walletSteps(this.eventStore, { userId, from, limit }, this.turns));
  }

  accountSteps(
    { limit = LIMIT, ...asked }: AuditAsked<'accountSteps'>,
    now: AccountBalances['now'],
  ): Promise<Answer<'accountSteps'>> {
    const { eventStore, turns } = this;
    return turns.take(() => accountSteps(eventStore, { ...asked, limit }, { now, turns }));
  }

  account(
    { limit = LIMIT, ...asked }: AuditAsked<'account'>,
    {
      now,
      kept,
    }: { readonly now: AccountBalances['now']; readonly kept: () => Promise<KeptDays | undefined> },
  ): Promise<Answer<'account'>> {
    const { eventStore, turns } = this;
    const balanceAt: AccountBalances['at'] = async (account, position) => {
      if (bookOf(account) !== account) return undefined;
      return (await this.addedUp({ position }, await kept())).trial.of(account);
    };
    return turns.take(async () => {
      await Promise.all([this.checkMoment('from', asked.from), this.checkMoment('at', asked.at)]);
      const [from, at] = await Promise.all(
        [asked.from, asked.at].map((moment) => this.placeOf(moment, kept)),
      );
      return accountLines(
        eventStore,
        { ...asked, limit, before: asked.before, from, at },
        { balances: { now, at: balanceAt }, turns },
      );
    });
  }

  /** @throws RuleBroken with the field `at` when `moment` lies after the end of the ledger */
  async booksAt(moment: NamedMoment, kept: KeptDays | undefined): Promise<TrialBalanceAsOf> {
    await this.checkMoment('at', moment);
    return this.turns.take(() => this.addedUp(moment, kept));
  }

  private async placeOf(
    moment: Moment | undefined,
    kept: () => Promise<KeptDays | undefined>,
  ): Promise<number | undefined> {
    if (moment === undefined) return undefined;
    if ('position' in moment) return moment.position;
    const known = await kept();
    return (await this.bounded((limits) => positionAt(this.eventStore, moment, known, limits))).position;
  }

  private addedUp(moment: Moment, kept: KeptDays | undefined): Promise<TrialBalanceAsOf> {
    return this.bounded((limits) => trialBalanceAsOf(this.eventStore, moment, kept, limits));
  }

  /** @throws RuleBroken, naming `at` as the wrong field, when `work` would read too many events */
  private async bounded<Answer>(work: (limits: PositionReading) => Promise<Answer>): Promise<Answer> {
    try {
      return await work({ pause: () => this.turns.pause(), readMax: AS_OF_READ_MAX });
    } catch (error) {
      if (!(error instanceof TooMuchToRead)) throw error;
      throw refusedMoment(
        'at',
        'needs more events than are added up here: name the end of a day, or use npm run ledger -- as-of',
      );
    }
  }

  /** @throws RuleBroken when `moment` lies in the future. The error names `field`. */
  private async checkMoment(field: string, moment: NamedMoment | undefined): Promise<void> {
    if (moment === undefined) return;
    if ('beganMs' in moment) {
      if (moment.beganMs > nowMs()) throw refusedMoment(field, 'must not be in the future');
      return;
    }
    const last = await this.eventStore.lastPosition();
    if (moment.position > last) throw refusedMoment(field, `must not be after the last event, ${last}`);
  }

  /** @throws RuleBroken NOT_FOUND */
  async why(purchaseId: string, userId: string | undefined, installation: Installation): Promise<WhyCharged> {
    const { eventStore, turns } = this;
    const pause = () => turns.pause();
    const facts = await turns.take(() => readCharge(eventStore, purchaseId, { userId, pause }));
    if (!facts) throw new RuleBroken('NOT_FOUND');
    return turns.take(() => withPositions(eventStore, explainCharge(facts, installation)));
  }

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
      position: position || null,
      hash,
      text: text ?? null,
      hashHolds: hashHolds ?? null,
      event: body,
      previous: previous ? { row: rowOf(previous), agrees: previous.hash === event.previousHash } : null,
      next: next ? rowOf(next) : null,
      causedBy,
      cause: cause ? rowOf(cause) : null,
      effects: effects.map(rowOf),
      related: related.map(rowOf),
      postings: [...postingsOf(event)],
      streams: [...streams],
    };
  }
}

const refusedMoment = (field: string, reason: string): RuleBroken =>
  new RuleBroken('VALIDATION_FAILED', { field, reason });

function matcherOf({ type, actor, from, to }: AuditAsked<'events'>): (event: RecordedEvent) => boolean {
  return (event) => {
    if (type !== undefined && event.type !== type) return false;
    if (actor !== undefined && event.actor.id !== actor && event.actor.kind !== actor) return false;
    if (from === undefined && to === undefined) return true;
    const at = Date.parse(event.at);
    return at >= (from ?? -Infinity) && at <= (to ?? Infinity);
  };
}
