import type { DiscoCode } from '../contracts/electricity.contract.js';
import type { ExamCode } from '../contracts/exams.contract.js';
import type { Kobo } from '../contracts/money.js';
import { planTypeKey } from '../products/data/data.product.js';
import type { NetworkCode, Service, Tier } from '../contracts/services.js';
import { paused, probed, resumed, type Pause, type Resumption } from './routing/vendor-pause.state.js';
import {
  afterPricing,
  evolveScheduled,
  type RefusedPrices,
  type ScheduledPrices,
} from './prices/scheduled-prices.state.js';
import type {
  CatalogEvent,
  StoredCablePlan,
  StoredDataPlan,
  StoredExam,
  StoredFundingTerms,
} from './catalog.events.js';

/** Everything that is sold, as it stands after some event. Never changed: every event makes a new one. */
export interface CatalogState {
  readonly networksOff: ReadonlySet<NetworkCode>;
  /** `planTypeKey`s. */
  readonly planTypesOff: ReadonlySet<string>;
  readonly dataPlans: ReadonlyMap<number, StoredDataPlan>;
  readonly cablePlans: ReadonlyMap<number, StoredCablePlan>;
  readonly exams: ReadonlyMap<ExamCode, StoredExam>;
  /** Counts the changes of plans and their prices: with another one, some price may be another one. */
  readonly priceVersion: number;
  /** Prices from a later moment on, by the id of the event that scheduled them. */
  readonly scheduled: ReadonlyMap<string, ScheduledPrices>;
  /** Those that could not take effect, until somebody puts them away or prices the plan. */
  readonly refused: ReadonlyMap<string, RefusedPrices>;
  /** Of those that are over, the latest ones. */
  readonly ended: ReadonlyMap<string, 'over' | 'cancelled'>;
  readonly discosOff: ReadonlySet<DiscoCode>;
  /** Basis points, by `discountKey`; none where there is no entry. */
  readonly discounts: ReadonlyMap<string, number>;
  readonly belowCost: ReadonlySet<Service>;
  /** Chosen vendors; by priority where there is no entry, nobody where it is 0. */
  readonly activeVendors: ReadonlyMap<Service, number>;
  /** Vendors in the order in which administrators want them asked; by priority where there is no entry. */
  readonly vendorOrders: ReadonlyMap<Service, readonly number[]>;
  /** Vendors that nothing new is sent to, by `pauseKey`. */
  readonly pauses: ReadonlyMap<string, Pause>;
  /** How their last pause ended, of vendors that are asked again, by `pauseKey`. */
  readonly resumptions: ReadonlyMap<string, Resumption>;
  /** What the upgrade to an affiliate account costs; as the settings say where it is absent. */
  readonly affiliateFee?: Kobo;
  /** As the settings say where it is absent. */
  readonly fundingTerms?: StoredFundingTerms;
  /** Counts the changes of it. */
  readonly fundingTermsVersion: number;
  /** The last changes of it, oldest first, each by the version that it made. */
  readonly fundingTermsChanges: readonly FundingTermsChange[];
}

/** Who changed into which account customers pay, or what is kept of it. */
export interface FundingTermsChange {
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  /** Id of the administrator. */
  readonly by: string;
  readonly was: StoredFundingTerms;
  readonly terms: StoredFundingTerms;
}

/** Nobody changes it more often in a day who means well. */
const TERMS_CHANGES_MAX = 50;

export const discountKey = (service: Service, tier: Tier): string => `${service}/${tier}`;

/** What folding needs of an event. */
export type CatalogFact = CatalogEvent extends infer Event
  ? Event extends CatalogEvent
    ? Pick<Event, 'type' | 'data' | 'id' | 'at' | 'actor'>
    : never
  : never;

/** The catalogue after the event. An event of a later version is left alone: it changes nothing that this one sells. */
export function evolve(state: CatalogState, event: CatalogFact): CatalogState {
  switch (event.type) {
    case 'NetworkSwitched':
      return { ...state, networksOff: switched(state.networksOff, event.data.network, !event.data.on) };
    case 'PlanTypeSwitched': {
      const { network, planType, on } = event.data;
      return { ...state, planTypesOff: switched(state.planTypesOff, planTypeKey(network, planType), !on) };
    }
    case 'DataPlanSet':
      return {
        ...repricedOnce(state),
        ...afterPricing(state, 'data', event.data.plan.code, event.data.scheduleId),
        dataPlans: withEntry(state.dataPlans, event.data.plan.code, event.data.plan),
      };
    case 'CablePlanSet':
      return {
        ...repricedOnce(state),
        ...afterPricing(state, 'cable', event.data.plan.code, event.data.scheduleId),
        cablePlans: withEntry(state.cablePlans, event.data.plan.code, event.data.plan),
      };
    case 'ExamSet':
      return {
        ...repricedOnce(state),
        ...afterPricing(state, 'exams', event.data.exam.exam, event.data.scheduleId),
        exams: withEntry(state.exams, event.data.exam.exam, event.data.exam),
      };
    case 'DiscoSwitched':
      return { ...state, discosOff: switched(state.discosOff, event.data.disco, !event.data.on) };
    case 'DiscountSet': {
      const { service, tier, basisPoints } = event.data;
      return { ...state, discounts: withEntry(state.discounts, discountKey(service, tier), basisPoints) };
    }
    case 'SellingBelowCostSwitched':
      return { ...state, belowCost: switched(state.belowCost, event.data.service, event.data.allowed) };
    case 'ActiveVendorChosen':
      return {
        ...state,
        activeVendors: withEntry(state.activeVendors, event.data.service, event.data.vendor),
      };
    case 'VendorOrderSet': {
      const { service, vendors } = event.data;
      const { activeVendors } = state;
      const off = activeVendors.get(service) === 0;
      return {
        ...state,
        vendorOrders: withEntry(state.vendorOrders, service, vendors),
        activeVendors: off ? activeVendors : withEntry(activeVendors, service, vendors[0]!),
      };
    }
    case 'VendorPaused':
      return { ...state, ...paused(state, event) };
    case 'VendorProbeOpened':
      return { ...state, ...probed(state, event) };
    case 'VendorResumed':
      return { ...state, ...resumed(state, event) };
    case 'PriceChangeScheduled':
    case 'PriceChangeCancelled':
    case 'PriceChangeRefused':
      return evolveScheduled(state, event);
    case 'AffiliateFeeSet':
      return { ...state, affiliateFee: BigInt(event.data.fee) };
    case 'FundingTermsSet': {
      const { terms, was } = event.data;
      const version = state.fundingTermsVersion + 1;
      const change = { version, atMs: Date.parse(event.at), by: event.actor.id, was, terms };
      return {
        ...state,
        fundingTerms: terms,
        fundingTermsVersion: version,
        fundingTermsChanges: [...state.fundingTermsChanges, change].slice(-TERMS_CHANGES_MAX),
      };
    }
    default:
      return state;
  }
}

const repricedOnce = (state: CatalogState): CatalogState => ({
  ...state,
  priceVersion: state.priceVersion + 1,
});

function switched<Item>(set: ReadonlySet<Item>, item: Item, inside: boolean): ReadonlySet<Item> {
  const changed = new Set(set);
  if (inside) changed.add(item);
  else changed.delete(item);
  return changed;
}

const withEntry = <Key, Value>(
  map: ReadonlyMap<Key, Value>,
  key: Key,
  value: Value,
): ReadonlyMap<Key, Value> => new Map(map).set(key, value);
