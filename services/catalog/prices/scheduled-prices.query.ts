import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { StoredPrices } from '../catalog.events.js';
import { OwnCatalogStream } from '../change-catalog.handler.js';
import { Catalog } from '../catalog.js';
import type { CatalogState } from '../catalog.state.js';
import { RuleBroken } from '../../contracts/errors.js';
import { offeredPlan } from './offered-plans.state.js';
import { planAfter } from './plan-after.decider.js';
import { type DetailChange, detailChanges } from './plan-changes.js';
import { pricedPlan } from './priced-plans.state.js';
import { inTurn, mayBeSold, pricesBefore, pricesWith } from './scheduled-prices.state.js';
import { type RefusedPrices, type ScheduledPrices } from '../catalog.state.js';

export interface ShownSchedule {
  readonly change: ScheduledPrices;
  readonly before: StoredPrices;
  readonly then: StoredPrices;
  readonly details: readonly DetailChange[];
  readonly changedSince: boolean;
  readonly reason: string;
  readonly refused: boolean;
}

export class ListScheduledPrices extends Query<readonly ShownSchedule[]> {}

@QueryHandler(ListScheduledPrices)
export class ListScheduledPricesHandler implements IQueryHandler<ListScheduledPrices> {
  constructor(
    private readonly catalog: Catalog,
    private readonly stream: OwnCatalogStream,
  ) {}

  async execute(): Promise<readonly ShownSchedule[]> {
    // Read new events of the catalog first, so that the answer includes changes that other
    // processes made.
    await this.stream.catchUp();
    const { state } = this.catalog;
    return [
      ...[...state.refused.values()].toReversed().map((change) => shown(change, state)),
      ...inTurn(state).map((change) => shown(change, state)),
    ];
  }
}

function shown(change: ScheduledPrices | RefusedPrices, state: CatalogState): ShownSchedule {
  const { service, code, at, prices, belowCost: allowed } = change;
  const refused = 'reason' in change;
  const known = refused ? pricedPlan(state, service, code)?.prices : pricesBefore(state, service, code, at);
  const before = known ?? lastKnown(change);
  const then = pricesWith(before, prices, allowed);
  const losing = mayBeSold(then, service, state)
    ? ''
    : 'As things stand it is refused then: a price is below what the vendor charges.';
  const outlook =
    known || change.details
      ? losing
      : 'As things stand it is refused then: the plan is not offered any more.';
  return {
    change,
    before,
    then,
    details: refused ? [] : detailsOf(change, state),
    refused,
    changedSince: differs(change.was, before),
    reason: refused ? change.reason : outlook,
  };
}

function detailsOf(
  { service, code, prices, details }: ScheduledPrices,
  state: CatalogState,
): readonly DetailChange[] {
  if (!details) return [];
  try {
    const now = planAfter({ service, code, ...prices, details }, state);
    return detailChanges(offeredPlan(state, service, code), now);
  } catch (error) {
    if (error instanceof RuleBroken) return [];
    throw error;
  }
}

const lastKnown = ({ was: { price = '0', affiliatePrice, cost = '0' } }: ScheduledPrices): StoredPrices => ({
  price,
  cost,
  ...(typeof affiliatePrice === 'string' && { affiliatePrice }),
});

const differs = ({ price, affiliatePrice, cost }: ScheduledPrices['was'], now: StoredPrices): boolean =>
  (price !== undefined && price !== now.price) ||
  (affiliatePrice !== undefined && affiliatePrice !== (now.affiliatePrice ?? null)) ||
  (cost !== undefined && cost !== now.cost);
