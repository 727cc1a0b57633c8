import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { uuidsOf } from '../../../infra/crypto/keyed-digest.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../../infra/event-store/event-store.js';
import { Catalog } from '../../catalog/catalog.js';
import type { CatalogEventDraft } from '../../catalog/catalog.events.js';
import type { CatalogState } from '../../catalog/catalog.state.js';
import { decide } from '../../catalog/catalog.decider.js';
import { priceSteps, requireNoJump, requireNoStop } from '../../catalog/confirmation.js';
import type { CatalogStream } from '../../catalog/catalog-stream.js';
import { OwnCatalogStream } from '../../catalog/change-catalog.handler.js';
import { offeredPlan } from '../../catalog/prices/offered-plans.state.js';
import { stateBefore } from '../../catalog/prices/schedule-prices.decider.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';
import type { PriceWork } from '../approval.events.js';
import { openApproval, requestApproval } from '../approvals.js';
import { changedBy, type Doubt, doubtOf, doubtOfTerms, reasonOf } from './price-doubts.js';

/**
 * Changes prices. A price below cost, a lower cost, a new plan, another code at a vendor, a higher commission
 * and a much different range need a second administrator. The ledger knows no cost but the stated one, and the
 * code decides what the vendor charges.
 */
export class SetPrices extends Command<number | 'waiting'> {
  /** @param confirmed true when the administrator has confirmed what `requireNoStop` or `requireNoJump` names */
  constructor(
    readonly change: PriceWork['change'],
    readonly context: EventContext,
    readonly confirmed: boolean,
  ) {
    super();
  }
}

const approvalIdOf = uuidsOf('5d0c2f7e-48b1-5a39-b6c3-90e1d7a4f258');

@CommandHandler(SetPrices)
export class SetPricesHandler implements ICommandHandler<SetPrices> {
  constructor(
    @Inject(OwnCatalogStream) private readonly stream: Pick<CatalogStream, 'decide'>,
    @Inject(Catalog) private readonly catalog: Pick<Catalog, 'vendors'>,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
  ) {}

  /**
   * @returns number of stored events
   * @throws RuleBroken(CONFIRM_OFF | CONFIRM_PRICE), and what `decide` and `reasonOf` throw
   */
  async execute({ change, context, confirmed }: SetPrices): Promise<number | 'waiting'> {
    let doubts: readonly Doubt[] = [];
    const events = await this.stream.decide((state) => {
      const drafts = decide(change, state);
      const before = change.type === 'SchedulePrices' ? stateBefore(state, change.at) : state;
      const changed = drafts.flatMap((draft) => changedBy(draft, before) ?? []);
      // An earlier scheduled change may be cancelled, so compare with the present plan, too.
      const fromNow = drafts.filter((draft) => before !== state && isOffered(draft, state));
      const all = [...changed, ...fromNow.flatMap((draft) => changedBy(draft, state) ?? [])];
      if (!confirmed) {
        const steps = changed.flatMap(({ was, now }) => (was ? priceSteps(was, now) : []));
        requireNoStop(changed, steps);
        requireNoJump(steps);
      }
      // `PricesConfirmed` covers the list, and before it no plan is sold. A scheduled plan may begin later.
      const needsProof = state.pricesConfirmed || change.type === 'SchedulePrices';
      doubts = [
        ...all.flatMap((plan) => doubtOf(plan, needsProof, this.catalog.vendors()) ?? []),
        ...(needsProof ? drafts.flatMap((draft) => doubtOfTerms(draft, state) ?? []) : []),
      ];
      return doubts.length === 0 ? drafts : [];
    }, context);
    if (doubts.length === 0) return events.length;
    await this.ask(change, reasonOf(doubts), context);
    return 'waiting';
  }

  private async ask(change: PriceWork['change'], reason: string, context: EventContext): Promise<void> {
    const asked = change.type === 'SchedulePrices' ? { ...change, now: 0 } : change;
    const { approvalId, known } = await openApproval(this.eventStore, approvalIdOf, asked, context);
    if (known) return;
    const work = { type: 'price', change: asked } as const;
    await requestApproval(this.eventStore, { approvalId, userId: HOUSE_USER_ID, reason, work }, context);
  }
}

const isOffered = (draft: CatalogEventDraft, state: CatalogState): boolean =>
  draft.type === 'PriceChangeScheduled' &&
  offeredPlan(state, draft.data.service, draft.data.code) !== undefined;
