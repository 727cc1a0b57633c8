import type { PricedService } from '../../contracts/admin/prices.contract.js';
import type { CatalogEventDraft, PartialPrices, StoredPrices } from '../catalog.events.js';
import type { CatalogState, ScheduledPrices } from '../catalog.state.js';
import { pricedPlan } from './priced-plans.state.js';
import { belowCost } from './set-prices.decider.js';

export type ScheduledFact = Extract<
  CatalogEventDraft,
  { type: 'PriceChangeScheduled' | 'PriceChangeCancelled' | 'PriceChangeRefused' }
> & { readonly id: string; readonly at: string; readonly actor: { readonly id: string } };

type Schedules = Pick<CatalogState, 'scheduled' | 'refused' | 'ended'>;

const ENDED_MAX = 1_000;

export function evolveScheduled(state: CatalogState, { type, data, ...event }: ScheduledFact): CatalogState {
  switch (type) {
    case 'PriceChangeScheduled': {
      const { takesEffect, belowCost: allowed = false, ...change } = data;
      const scheduled = new Map(state.scheduled).set(event.id, {
        ...change,
        id: event.id,
        belowCost: allowed,
        by: event.actor.id,
        at: Date.parse(takesEffect),
        since: Date.parse(event.at),
      });
      return { ...state, scheduled };
    }
    case 'PriceChangeCancelled':
      return { ...state, ...withoutScheduled(state, data.scheduleId, 'cancelled') };
    case 'PriceChangeRefused': {
      const change = state.scheduled.get(data.scheduleId);
      if (!change) return state;
      const refused = new Map(state.refused).set(change.id, { ...change, reason: data.reason });
      return { ...state, ...withoutScheduled(state, change.id, 'over'), refused };
    }
  }
}

export function withoutScheduled(state: Schedules, id: string, how: 'over' | 'cancelled'): Schedules {
  const [scheduled, refused] = [new Map(state.scheduled), new Map(state.refused)];
  scheduled.delete(id);
  refused.delete(id);
  return { scheduled, refused, ended: new Map([...state.ended, [id, how] as const].slice(-ENDED_MAX)) };
}

export function afterPricing(
  state: CatalogState,
  service: PricedService,
  code: number,
  scheduleId: string | undefined,
): Schedules {
  const { scheduled, refused, ended } = state;
  let schedules: Schedules = { scheduled, refused, ended };
  for (const { id, ...of } of state.refused.values())
    if (of.service === service && of.code === code) schedules = withoutScheduled(schedules, id, 'over');
  return scheduleId === undefined ? schedules : withoutScheduled(schedules, scheduleId, 'over');
}

/**
 * Returns the Unix ms at which the next scheduled change is due. Returns `Infinity` when no change
 * is scheduled.
 */
export function nextMoment({ scheduled }: Pick<CatalogState, 'scheduled'>): number {
  let next = Infinity;
  for (const { at } of scheduled.values()) next = Math.min(next, at);
  return next;
}

export const inTurn = ({ scheduled }: Pick<CatalogState, 'scheduled'>): readonly ScheduledPrices[] =>
  [...scheduled.values()].toSorted((one, other) => one.at - other.at);

/**
 * Returns the prices of a plan after a change. An earlier permission to sell below cost does not
 * apply to the new prices.
 */
export function pricesWith(
  { price, affiliatePrice, cost, costs }: StoredPrices,
  change: PartialPrices,
  allowed: boolean,
): StoredPrices {
  const { affiliatePrice: affiliates = affiliatePrice } = change;
  const prices = {
    price: change.price ?? price,
    ...(typeof affiliates === 'string' && { affiliatePrice: affiliates }),
    cost: change.cost ?? cost,
    ...(costs && { costs }),
  };
  return { ...prices, ...(allowed && belowCost(prices) !== undefined && { belowCost: true }) };
}

export const mayBeSold = (prices: StoredPrices, service: PricedService, state: CatalogState): boolean =>
  belowCost(prices) === undefined || prices.belowCost === true || state.belowCost.has(service);

export function pricesBefore(
  state: CatalogState,
  service: PricedService,
  code: number,
  moment: number,
): StoredPrices | undefined {
  const now = pricedPlan(state, service, code)?.prices;
  return inTurn(state)
    .filter((change) => change.service === service && change.code === code && change.at < moment)
    .reduce((before, change) => {
      const after = before && pricesWith(before, change.prices, change.belowCost);
      return after && mayBeSold(after, service, state) ? after : before;
    }, now);
}
