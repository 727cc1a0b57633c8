import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { uuidsOf } from '../../../infra/crypto/keyed-digest.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../../infra/event-store/event-store.js';
import { decide } from '../../catalog/catalog.decider.js';
import { CATALOG_STREAM, type CatalogEventDraft } from '../../catalog/catalog.events.js';
import { Catalog } from '../../catalog/catalog.js';
import { priceSteps, requireNoJump } from '../../catalog/confirmation.js';
import type { CatalogStream } from '../../catalog/catalog-stream.js';
import { OwnCatalogStream } from '../../catalog/change-catalog.handler.js';
import {
  labelOf,
  offeredPlan,
  type OfferedPlan,
  planCodeOf,
} from '../../catalog/prices/offered-plans.state.js';
import { isAtLeast, planAfter } from '../../catalog/prices/plan-after.decider.js';
import { isPriced, nairaOf, pricesOf } from '../../catalog/prices/set-prices.decider.js';
import { formatNaira, type Kobo } from '../../contracts/money.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';
import type { PriceWork } from '../approval.events.js';
import { openApproval, requestApproval } from '../approvals.js';

/**
 * Changes prices. A price below cost needs a second administrator. A new plan whose cost is not proven needs one,
 * too.
 */
export class SetPrices extends Command<number | 'waiting'> {
  /** @param confirmed true when the administrator has confirmed prices that change much */
  constructor(
    readonly change: PriceWork['change'],
    readonly context: EventContext,
    readonly confirmed: boolean,
  ) {
    super();
  }
}

/**
 * Milliseconds for which a higher cost still counts after it was lowered. Otherwise, an administrator could
 * first lower the cost and then the price without an approval.
 */
const COSTS_COUNT_FOR_MS = 30 * 24 * 3_600_000;

const approvalIdOf = uuidsOf('5d0c2f7e-48b1-5a39-b6c3-90e1d7a4f258');

interface Doubtful {
  readonly label: string;
  readonly price: string;
  readonly cost: Kobo;
  readonly why: 'below-cost' | 'unproven-cost';
}

@CommandHandler(SetPrices)
export class SetPricesHandler implements ICommandHandler<SetPrices> {
  constructor(
    @Inject(OwnCatalogStream) private readonly stream: Pick<CatalogStream, 'catchUp' | 'change'>,
    private readonly catalog: Catalog,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
  ) {}

  /**
   * @returns number of stored events
   * @throws RuleBroken(CONFIRM_PRICE), and from `decide`
   */
  async execute({ change, context, confirmed }: SetPrices): Promise<number | 'waiting'> {
    await this.stream.catchUp();
    const drafts = decide(change, this.catalog.state);
    const repriced = drafts.flatMap((draft) => this.repricedBy(draft) ?? []);
    if (!confirmed) this.requireConfirmed(repriced);
    // `PricesConfirmed` covers the list, and before it no plan is sold. A scheduled plan may begin later.
    const needsProof = this.catalog.state.pricesConfirmed || change.type === 'SchedulePrices';
    const doubtful = await this.doubtful(repriced, needsProof, context.now.getTime());
    const [first] = doubtful;
    if (!first) return this.stream.change(change, context);
    await this.ask(change, reasonOf(first, doubtful.length), context);
    return 'waiting';
  }

  private requireConfirmed(repriced: readonly OfferedPlan[]): void {
    const steps = repriced.flatMap((now) => {
      const was = offeredPlan(this.catalog.state, now.service, planCodeOf(now));
      return was ? priceSteps(was, now) : [];
    });
    requireNoJump(steps);
  }

  private async doubtful(
    repriced: readonly OfferedPlan[],
    needsProof: boolean,
    now: number,
  ): Promise<readonly Doubtful[]> {
    if (repriced.length === 0) return [];
    const recent = await this.recentCosts(now - COSTS_COUNT_FOR_MS);
    return repriced.flatMap((offered): readonly Doubtful[] => {
      const { service, plan } = offered;
      const { price, affiliatePrice, cost: costAfter } = pricesOf(plan);
      const was = offeredPlan(this.catalog.state, service, planCodeOf(offered));
      const cost = most(costAfter, was?.plan.cost, recent.get(keyOf(offered)));
      const label = labelOf(offered);
      const tooLow = [price, affiliatePrice].find((digits) => BigInt(digits) < cost);
      if (tooLow !== undefined) return [{ label, price: tooLow, cost, why: 'below-cost' }];
      if (was || !needsProof || this.isProven(offered, recent)) return [];
      return [{ label, price, cost, why: 'unproven-cost' }];
    });
  }

  /**
   * True when the cost of a new data plan is as high as the cost of an offered plan with as much data or more.
   * Then the stated cost is not too low. The size of bouquets and exam pins is unknown.
   */
  private isProven(offered: OfferedPlan, recent: ReadonlyMap<string, string>): boolean {
    if (offered.service !== 'data') return false;
    return [...this.catalog.state.dataPlans.values()].some(
      (known) =>
        isAtLeast(known, offered.plan) &&
        most(known.cost, recent.get(keyOf({ service: 'data', plan: known }))) <= BigInt(offered.plan.cost),
    );
  }

  /** Returns the plan after the change, or `undefined` when its prices stay. */
  private repricedBy(draft: CatalogEventDraft): OfferedPlan | undefined {
    const { state } = this.catalog;
    if (draft.type === 'PriceChangeScheduled') {
      const { service, code, prices, details } = draft.data;
      if (Object.keys(prices).length === 0) return undefined;
      return planAfter({ service, code, ...prices, ...(details && { details }) }, state);
    }
    const now = planOf(draft);
    if (!now) return undefined;
    const was = offeredPlan(state, now.service, planCodeOf(now));
    return was && isPriced(was.plan, pricesOf(now.plan)) ? undefined : now;
  }

  /**
   * Returns the highest cost of each plan that was replaced after `since` (Unix ms), in kobo as a decimal
   * string.
   */
  private async recentCosts(since: number): Promise<ReadonlyMap<string, string>> {
    const costs = new Map<string, string>();
    for (const event of await this.eventStore.readStream(CATALOG_STREAM)) {
      const was =
        Date.parse(event.at) < since ? undefined : replacedBy(event as unknown as CatalogEventDraft);
      if (!was) continue;
      const [key, cost] = [keyOf(was), was.plan.cost];
      if (BigInt(cost) > BigInt(costs.get(key) ?? '0')) costs.set(key, cost);
    }
    return costs;
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

const keyOf = (offered: OfferedPlan): string => `${offered.service}/${planCodeOf(offered)}`;

const most = (...costs: readonly (string | undefined)[]): Kobo =>
  costs.reduce((highest, cost = '0') => (BigInt(cost) > highest ? BigInt(cost) : highest), 0n);

function reasonOf({ label, price, cost, why }: Doubtful, plans: number): string {
  const others = plans === 1 ? '' : ` And ${plans - 1} more.`;
  const told =
    why === 'below-cost'
      ? `It costs or lately did cost ${formatNaira(cost)}.`
      : `It is new, and no other plan proves its cost of ${formatNaira(cost)}.`;
  return `${label} for ${nairaOf(price)}. ${told}${others}`;
}

function planOf(draft: CatalogEventDraft): OfferedPlan | undefined {
  switch (draft.type) {
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

function replacedBy(draft: CatalogEventDraft): OfferedPlan | undefined {
  switch (draft.type) {
    case 'DataPlanSet':
      return draft.data.was ? { service: 'data', plan: draft.data.was } : undefined;
    case 'CablePlanSet':
      return draft.data.was ? { service: 'cable', plan: draft.data.was } : undefined;
    case 'ExamSet':
      return draft.data.was ? { service: 'exams', plan: draft.data.was } : undefined;
    default:
      return undefined;
  }
}
