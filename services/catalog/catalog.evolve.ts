import { planTypeKey } from '../products/data/data.product.js';
import { type CatalogState, type CatalogFact, discountKey, planKey, stopKey } from './catalog.state.js';
import { afterPricing, evolveScheduled } from './prices/scheduled-prices.state.js';
import { accountPaused, accountResumed, productRefused, refusalLifted } from './refusals/refusal.state.js';
import { amountTermsOf } from './prices/amount-terms.decider.js';
import { sendingHeld } from './routing/sending-hold.decider.js';
import { paused, probed, resumed } from './routing/vendor-pause.state.js';

export const TERMS_CHANGES_MAX = 50;

export function evolve(state: CatalogState, event: CatalogFact): CatalogState {
  switch (event.type) {
    case 'CatalogStarted':
      return {
        ...repricedOnce(state),
        dataPlans: new Map(),
        cablePlans: new Map(),
        exams: new Map(),
        discounts: new Map(),
        pricesConfirmed: false,
      };
    case 'PricesConfirmed':
      return { ...state, pricesConfirmed: true, agreedTerms: state.amountTerms };
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
    case 'PlanRetired': {
      const { service, plan } = event.data;
      const retired = withEntry(state.retired, planKey(service, plan.code), plan);
      return service === 'data'
        ? { ...repricedOnce(state), retired, dataPlans: without(state.dataPlans, plan.code) }
        : { ...repricedOnce(state), retired, cablePlans: without(state.cablePlans, plan.code) };
    }
    case 'PlanStoppedAtVendor': {
      const { service, code, vendor, reason } = event.data;
      return {
        ...state,
        plansStopped: withEntry(state.plansStopped, stopKey(service, code, vendor), reason),
      };
    }
    case 'PlanStartedAtVendor': {
      const { service, code, vendor } = event.data;
      return { ...state, plansStopped: without(state.plansStopped, stopKey(service, code, vendor)) };
    }
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
    case 'VendorAccountPaused':
      return { ...state, ...accountPaused(state, event) };
    case 'VendorAccountResumed':
      return { ...state, ...accountResumed(state, event) };
    case 'VendorRefusedProduct':
      return { ...state, ...productRefused(state, event) };
    case 'VendorRefusalLifted':
      return { ...state, ...refusalLifted(state, event) };
    case 'PriceChangeScheduled':
    case 'PriceChangeCancelled':
    case 'PriceChangeRefused':
      return evolveScheduled(state, event);
    case 'SendingHeld':
      return { ...state, sendingHold: sendingHeld(event) };
    case 'SendingReleased':
      return state.sendingHold?.id === event.data.holdId
        ? { ...state, sendingHold: { ...state.sendingHold, held: false } }
        : state;
    case 'AmountTermsSet': {
      const { service, was, terms, approvedBy } = event.data;
      const isAlone = event.actor.kind === 'admin' && approvedBy === undefined;
      const { agreedTerms } = state;
      const agreed = agreedTerms.get(service)!;
      const endOf = (end: 'minimum' | 'maximum') =>
        was[end] === terms[end] ? agreed[end] : BigInt(terms[end]);
      const agrees = { ...agreed, minimum: endOf('minimum'), maximum: endOf('maximum') };
      return {
        ...repricedOnce(state),
        amountTerms: withEntry(state.amountTerms, service, amountTermsOf(terms)),
        agreedTerms: isAlone ? agreedTerms : withEntry(agreedTerms, service, agrees),
      };
    }
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

function without<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): ReadonlyMap<Key, Value> {
  const left = new Map(map);
  left.delete(key);
  return left;
}

const withEntry = <Key, Value>(
  map: ReadonlyMap<Key, Value>,
  key: Key,
  value: Value,
): ReadonlyMap<Key, Value> => new Map(map).set(key, value);
