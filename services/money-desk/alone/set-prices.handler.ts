import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { uuidsOf } from '../../../infra/crypto/keyed-digest.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../../infra/event-store/event-store.js';
import { decide } from '../../catalog/catalog.decider.js';
import type { CatalogEventDraft } from '../../catalog/catalog.events.js';
import type { CatalogState } from '../../catalog/catalog.state.js';
import { priceSteps, requireNoJump } from '../../catalog/confirmation.js';
import type { CatalogStream } from '../../catalog/catalog-stream.js';
import { OwnCatalogStream } from '../../catalog/change-catalog.handler.js';
import {
  labelOf,
  offeredPlan,
  type OfferedPlan,
  planCodeOf,
} from '../../catalog/prices/offered-plans.state.js';
import { raisedCommissions } from '../../catalog/prices/amount-terms.decider.js';
import { planAfter } from '../../catalog/prices/plan-after.decider.js';
import { isPriced, nairaOf, pricesOf } from '../../catalog/prices/set-prices.decider.js';
import type { VendorCodes } from '../../contracts/fields/codes.js';
import { formatNaira } from '../../contracts/money.js';
import { ownEntry } from '../../contracts/own-entry.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';
import type { PriceWork } from '../approval.events.js';
import { openApproval, requestApproval } from '../approvals.js';

/**
 * Changes prices. A price below cost, a lower cost, a new plan, another vendor code or a higher commission
 * needs a second administrator. Administrators state the cost, but the real charge depends on the vendor
 * code.
 */
export class SetPrices extends Command<number | 'waiting'> {
  /** @param confirmed true when the administrator has confirmed large price changes */
  constructor(
    readonly change: PriceWork['change'],
    readonly context: EventContext,
    readonly confirmed: boolean,
  ) {
    super();
  }
}

const approvalIdOf = uuidsOf('5d0c2f7e-48b1-5a39-b6c3-90e1d7a4f258');

/** Maximum number of changes that the reason of a request lists. */
const NAMED_MAX = 30;

interface Doubt {
  readonly text: string;
  /** Lowest for the worst. */
  readonly rank: number;
}

interface ChangedPlan {
  readonly was: OfferedPlan | undefined;
  readonly now: OfferedPlan;
  /** Cost before the change takes effect. */
  readonly costBefore: string | undefined;
}

@CommandHandler(SetPrices)
export class SetPricesHandler implements ICommandHandler<SetPrices> {
  constructor(
    @Inject(OwnCatalogStream) private readonly stream: Pick<CatalogStream, 'decide'>,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
  ) {}

  /**
   * @returns number of stored events
   * @throws RuleBroken(CONFIRM_PRICE), and what `decide` throws
   */
  async execute({ change, context, confirmed }: SetPrices): Promise<number | 'waiting'> {
    let doubts: readonly Doubt[] = [];
    const events = await this.stream.decide((state) => {
      const drafts = decide(change, state);
      const changed = drafts.flatMap((draft) => changedBy(draft, state) ?? []);
      if (!confirmed) requireNoJump(changed.flatMap(({ was, now }) => (was ? priceSteps(was, now) : [])));
      // Before `PricesConfirmed`, nothing is sold, so only prices below cost need an approval. A scheduled
      // change may begin later.
      const needsProof = state.pricesConfirmed || change.type === 'SchedulePrices';
      doubts = [
        ...changed.flatMap((plan) => doubtOf(plan, needsProof) ?? []),
        ...(needsProof ? raisedBy(drafts) : []),
      ];
      return doubts.length === 0 ? drafts : [];
    }, context);
    if (doubts.length === 0) return events.length;
    await this.ask(change, reasonOf(doubts), context);
    return 'waiting';
  }

  private async ask(change: PriceWork['change'], reason: string, context: EventContext): Promise<void> {
    const asked = change.type === 'SchedulePrices' ? { ...change, now: 0 } : change;
    const { approvalId, known } = await openApproval(this.eventStore, (number) =>
      approvalIdOf(`${context.actor.id}/${number}/${JSON.stringify(asked)}`),
    );
    if (known) return;
    const work = { type: 'price', change: asked } as const;
    await requestApproval(this.eventStore, { approvalId, userId: HOUSE_USER_ID, reason, work }, context);
  }
}

function changedBy(draft: CatalogEventDraft, state: CatalogState): ChangedPlan | undefined {
  const now = planOf(draft, state);
  if (!now) return undefined;
  const was = offeredPlan(state, now.service, planCodeOf(now));
  const expected = draft.type === 'PriceChangeScheduled' ? draft.data.was.cost : undefined;
  return { was, now, costBefore: expected ?? was?.plan.cost };
}

/** Lists the most doubtful changes first. Otherwise, harmless changes of the same file could hide them. */
function reasonOf(doubts: readonly Doubt[]): string {
  const worst = doubts.toSorted((one, other) => one.rank - other.rank).map(({ text }) => text);
  const more = worst.length > NAMED_MAX ? [`And ${worst.length - NAMED_MAX} more.`] : [];
  return [...worst.slice(0, NAMED_MAX), ...more].join(' ');
}

/** Returns why a second administrator must agree, or `undefined`. */
function doubtOf({ was, now, costBefore }: ChangedPlan, needsProof: boolean): Doubt | undefined {
  const prices = pricesOf(now.plan);
  const doubt = (rank: number, why: string, price = prices.price): Doubt => ({
    text: `${labelOf(now)} for ${nairaOf(price)}. ${why}`,
    rank,
  });
  if (!was || !isPriced(was.plan, prices)) {
    const [stated, before] = [BigInt(prices.cost), BigInt(costBefore ?? '0')];
    const cost = stated > before ? stated : before;
    const tooLow = [prices.price, prices.affiliatePrice].find((digits) => BigInt(digits) < cost);
    if (tooLow !== undefined)
      return doubt(
        Number(tooLow) / Number(cost),
        `It costs or lately did cost ${formatNaira(cost)}.`,
        tooLow,
      );
  }
  if (!needsProof) return undefined;
  if (!was) return doubt(3, `It is new, and is said to cost ${nairaOf(prices.cost)}.`);
  if (costBefore !== undefined && BigInt(prices.cost) < BigInt(costBefore))
    return doubt(
      1 + Number(prices.cost) / Number(costBefore),
      `Its cost falls from ${nairaOf(costBefore)} to ${nairaOf(prices.cost)}.`,
    );
  const before = codesOf(was);
  const other = Object.entries(codesOf(now)).find(([at, code]) => code && code !== ownEntry(before, at));
  if (!other) return undefined;
  const [at, code] = other;
  return doubt(2, `Its code at ${at} changes from ${ownEntry(before, at) || 'none'} to ${code}.`);
}

const codesOf = (offered: OfferedPlan): VendorCodes =>
  offered.service === 'exams' ? {} : offered.plan.codes;

/** Prices of a service fall when its commission rises. */
function raisedBy(drafts: readonly CatalogEventDraft[]): readonly Doubt[] {
  const raised = drafts.flatMap((draft) =>
    draft.type === 'AmountTermsSet'
      ? raisedCommissions(draft.data.service, draft.data.was, draft.data.terms)
      : [],
  );
  if (raised.length === 0) return [];
  return [{ text: `Commissions rise, so prices may fall: ${raised.join(', ')}.`, rank: 1 }];
}

function planOf(draft: CatalogEventDraft, state: CatalogState): OfferedPlan | undefined {
  switch (draft.type) {
    case 'PriceChangeScheduled': {
      const { service, code, prices, details } = draft.data;
      return planAfter({ service, code, ...prices, ...(details && { details }) }, state);
    }
    case 'DataPlanSet':
      return { service: 'data', plan: draft.data.plan };
    case 'CablePlanSet':
      return { service: 'cable', plan: draft.data.plan };
    case 'ExamSet':
      return { service: 'exams', plan: draft.data.exam };
    default:
      return undefined;
  }
}
