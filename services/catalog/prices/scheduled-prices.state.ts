import type { PricedService } from '../../contracts/admin/prices.contract.js';
import type { CatalogEventDraft, StoredPrices } from '../catalog.events.js';
import type { CatalogState } from '../catalog.state.js';
import { pricedPlan } from './priced-plans.state.js';
import { belowCost } from './set-prices.decider.js';

/** Kobo digits. What is left out stays as it is; affiliates with null pay as everybody. */
export interface PartialPrices {
  readonly price?: string;
  readonly affiliatePrice?: string | null;
  readonly cost?: string;
}

/** Other prices of a plan, from a moment on. */
export interface ScheduledPrices {
  /** Of the event that scheduled it. */
  readonly id: string;
  readonly service: PricedService;
  readonly code: number;
  readonly name: string;
  readonly prices: PartialPrices;
  /** As the same fields would have been by then, when it was scheduled. */
  readonly was: PartialPrices;
  /** Whether a price may be below the cost by then. */
  readonly belowCost: boolean;
  /** Both milliseconds since 1970: when it takes effect, and when it was scheduled. */
  readonly at: number;
  readonly since: number;
  /** Id of the administrator. */
  readonly by: string;
}

/** One that did not take effect at its moment. */
export interface RefusedPrices extends ScheduledPrices {
  readonly reason: string;
}

export type ScheduledFact = Extract<
  CatalogEventDraft,
  { type: 'PriceChangeScheduled' | 'PriceChangeCancelled' | 'PriceChangeRefused' }
> & { readonly id: string; readonly at: string; readonly actor: { readonly id: string } };

type Schedules = Pick<CatalogState, 'scheduled' | 'refused' | 'ended'>;

/** How many are remembered that are over: enough to answer whoever sends a cancellation again. */
const ENDED_MAX = 1_000;

/** What is scheduled after the event. */
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

/** No longer coming, and nobody has to look at it. */
export function withoutScheduled(state: Schedules, id: string, how: 'over' | 'cancelled'): Schedules {
  const [scheduled, refused] = [new Map(state.scheduled), new Map(state.refused)];
  scheduled.delete(id);
  refused.delete(id);
  return { scheduled, refused, ended: new Map([...state.ended, [id, how] as const].slice(-ENDED_MAX)) };
}

/** After the plan got prices: what was refused of it is over, and the change that gave them. */
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

/** When the next one takes effect, milliseconds since 1970; never is Infinity. */
export function nextMoment({ scheduled }: Pick<CatalogState, 'scheduled'>): number {
  let next = Infinity;
  for (const { at } of scheduled.values()) next = Math.min(next, at);
  return next;
}

/** The next one first; of one moment as they were scheduled. */
export const inTurn = ({ scheduled }: Pick<CatalogState, 'scheduled'>): readonly ScheduledPrices[] =>
  [...scheduled.values()].toSorted((one, other) => one.at - other.at);

/** The prices with these on top. What was allowed of the old ones is not allowed of new ones. */
export function pricesWith(
  { price, affiliatePrice, cost }: StoredPrices,
  change: PartialPrices,
  allowed: boolean,
): StoredPrices {
  const { affiliatePrice: affiliates = affiliatePrice } = change;
  const prices = {
    price: change.price ?? price,
    ...(typeof affiliates === 'string' && { affiliatePrice: affiliates }),
    cost: change.cost ?? cost,
  };
  return { ...prices, ...(allowed && belowCost(prices) !== undefined && { belowCost: true }) };
}

/** Whether these prices may be asked for. */
export const mayBeSold = (prices: StoredPrices, service: PricedService, state: CatalogState): boolean =>
  belowCost(prices) === undefined || prices.belowCost === true || state.belowCost.has(service);

/** What a plan costs right before a moment, as far as that is known: what will be refused by then is left out. */
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
