import { RuleBroken } from '../contracts/errors.js';
import type { DiscoCode } from '../contracts/electricity.contract.js';
import type { ExamCode } from '../contracts/exams.contract.js';
import type { PlanTypeCode } from '../contracts/data.contract.js';
import { SERVICES, SERVICE_NAMES, type Service, type Tier } from '../contracts/services.js';
import { type NetworkCode } from '../contracts/fields/codes.js';
import type { CatalogEventDraft, StoredPrices } from './catalog.events.js';
import { type CatalogState, discountKey } from './catalog.state.js';
import { setFundingTerms, type SetFundingTerms } from './funding-terms/funding-terms.decider.js';
import {
  isPriced,
  nairaOf,
  repriced,
  requireMoney,
  requireSeen,
  requireValid,
  same,
  type SeenPrices,
  setPlan,
  staleEdit,
  unless,
} from './prices/set-prices.decider.js';
import {
  type RetirePlan,
  retirePlan,
  type StartPlanAtVendor,
  startPlanAtVendor,
  type StopPlanAtVendor,
  stopPlanAtVendor,
  type SwitchPlan,
  switchPlan,
} from './prices/switch-plan.decider.js';
import { type SetAmountTerms, setAmountTerms } from './prices/amount-terms.decider.js';
import { type ConfirmPrices, confirmPrices } from './prices/confirm-prices.decider.js';
import { type PricePlan, pricePlan, type PricePlans, pricePlans } from './prices/price-many.decider.js';
import {
  type CancelPriceChange,
  cancelPriceChange,
  type SchedulePrices,
  schedulePrices,
} from './prices/schedule-prices.decider.js';
import { planTypeKey } from '../products/data/data.product.js';
import {
  liftRefusal,
  type LiftRefusal,
  resumeVendorAccount,
  type ResumeVendorAccount,
} from './refusals/refusal.decider.js';
import { releaseSending, type ReleaseSending } from './routing/sending-hold.decider.js';
import { type Seller, vendorOrder } from './routing/vendor-order.decider.js';
import {
  pauseVendor,
  resumeVendor,
  type PauseVendor,
  type ResumeVendor,
} from './routing/vendor-pause.decider.js';

export type CatalogChange =
  | { readonly type: 'SwitchNetwork'; readonly network: NetworkCode; readonly on: boolean }
  | {
      readonly type: 'SwitchPlanType';
      readonly network: NetworkCode;
      readonly planType: PlanTypeCode;
      readonly on: boolean;
    }
  /**
   * `seen` contains the prices that the administrator's screen showed. The change fails with
   * `STALE_EDIT` when other prices are stored meanwhile.
   */
  | {
      readonly type: 'PriceDataPlan';
      readonly code: number;
      readonly network?: NetworkCode;
      readonly prices: Partial<StoredPrices>;
      readonly seen?: SeenPrices;
    }
  | { readonly type: 'PriceCablePlan'; readonly code: number; readonly prices: Partial<StoredPrices> }
  | { readonly type: 'PriceExam'; readonly exam: ExamCode; readonly prices: Partial<StoredPrices> }
  | ConfirmPrices
  | PricePlan
  | PricePlans
  | SwitchPlan
  | RetirePlan
  | StopPlanAtVendor
  | StartPlanAtVendor
  | SchedulePrices
  | CancelPriceChange
  | { readonly type: 'SwitchDisco'; readonly disco: DiscoCode; readonly on: boolean }
  | {
      readonly type: 'SetDiscount';
      readonly service: Service;
      readonly tier: Tier;
      readonly basisPoints: number;
    }
  | { readonly type: 'AllowBelowCost'; readonly service: Service; readonly allowed: boolean }
  /** `vendor` 0 switches the service off. */
  | { readonly type: 'ChooseVendor'; readonly service: Service; readonly vendor: number }
  /**
   * `vendors` is the new failover order, and `seen` is the order that the administrator's screen
   * showed. The change fails with `STALE_EDIT` when another order is stored meanwhile.
   */
  | {
      readonly type: 'OrderVendors';
      readonly service: Service;
      readonly vendors: readonly number[];
      readonly sellers: readonly Seller[];
      readonly seen: readonly number[];
    }
  | PauseVendor
  | ResumeVendor
  | ResumeVendorAccount
  | LiftRefusal
  | ReleaseSending
  /**
   * `fee` is the new fee in kobo, as a decimal string. `configured` is the fee in the settings, which applies
   * before the first change.
   */
  | {
      readonly type: 'SetAffiliateFee';
      readonly fee: string;
      readonly configured: string;
      readonly seen?: string;
    }
  | SetAmountTerms
  | SetFundingTerms;

const DISCOUNT_MAX_BP = 5_000;

/**
 * @throws RuleBroken PLAN_NOT_FOUND, STALE_EDIT, NEGATIVE_MARGIN, PRICE_CHANGE_OVER, VENDOR_NOT_SELLING,
 * VALIDATION_FAILED
 */
export function decide(change: CatalogChange, state: CatalogState): readonly CatalogEventDraft[] {
  switch (change.type) {
    case 'SwitchNetwork': {
      const { network, on } = change;
      return unless(!state.networksOff.has(network) === on, {
        type: 'NetworkSwitched',
        data: { network, on },
      });
    }
    case 'SwitchPlanType': {
      const { network, planType, on } = change;
      const isOn = !state.planTypesOff.has(planTypeKey(network, planType));
      return unless(isOn === on, { type: 'PlanTypeSwitched', data: { network, planType, on } });
    }
    case 'PriceDataPlan': {
      const { code, network, prices, seen } = change;
      const plan = state.dataPlans.get(code);
      if (!plan || (network !== undefined && plan.network !== network))
        throw new RuleBroken('PLAN_NOT_FOUND');
      if (isPriced(plan, prices)) return [];
      if (seen) requireSeen(plan.name, plan, seen);
      return setPlan({ service: 'data', plan: repriced(plan, prices) }, state);
    }
    case 'PriceCablePlan': {
      const plan = state.cablePlans.get(change.code);
      if (!plan) throw new RuleBroken('PLAN_NOT_FOUND');
      return setPlan({ service: 'cable', plan: repriced(plan, change.prices) }, state);
    }
    case 'PriceExam': {
      const exam = state.exams.get(change.exam);
      if (!exam) throw new RuleBroken('PLAN_NOT_FOUND');
      return setPlan({ service: 'exams', plan: repriced(exam, change.prices) }, state);
    }
    case 'ConfirmPrices':
      return confirmPrices(change, state);
    case 'PricePlan':
      return pricePlan(change, state);
    case 'PricePlans':
      return pricePlans(change, state);
    case 'SwitchPlan':
      return switchPlan(change, state);
    case 'RetirePlan':
      return retirePlan(change, state);
    case 'StopPlanAtVendor':
      return stopPlanAtVendor(change, state);
    case 'StartPlanAtVendor':
      return startPlanAtVendor(change, state);
    case 'SchedulePrices':
      return schedulePrices(change, state);
    case 'CancelPriceChange':
      return cancelPriceChange(change, state);
    case 'SwitchDisco': {
      const { disco, on } = change;
      return unless(!state.discosOff.has(disco) === on, { type: 'DiscoSwitched', data: { disco, on } });
    }
    case 'SetDiscount':
      return setDiscount(change, state);
    case 'AllowBelowCost': {
      const { service, allowed } = change;
      const data = { service, allowed };
      return unless(state.belowCost.has(service) === allowed, { type: 'SellingBelowCostSwitched', data });
    }
    case 'ChooseVendor': {
      const { service, vendor } = change;
      requireValid(Number.isInteger(vendor) && vendor >= 0, 'vendor', 'must be the code of a vendor, or 0');
      const was = state.activeVendors.get(service) ?? null;
      return unless(was === vendor, { type: 'ActiveVendorChosen', data: { service, vendor, was } });
    }
    case 'OrderVendors':
      return orderVendors(change, state);
    case 'PauseVendor':
      return pauseVendor(change, state);
    case 'ResumeVendor':
      return resumeVendor(change, state);
    case 'ResumeVendorAccount':
      return resumeVendorAccount(change, state);
    case 'LiftRefusal':
      return liftRefusal(change, state);
    case 'ReleaseSending':
      return releaseSending(change, state);
    case 'SetAffiliateFee': {
      const { fee, configured, seen } = change;
      requireMoney(fee, 'fee');
      const was = String(state.affiliateFee ?? configured);
      if (was === fee) return [];
      if (seen !== undefined && seen !== was) throw staleEdit('The fee', nairaOf(was));
      return [{ type: 'AffiliateFeeSet', data: { fee, was } }];
    }
    case 'SetAmountTerms':
      return setAmountTerms(change, state);
    case 'SetFundingTerms':
      return setFundingTerms(change, state);
  }
}

function setDiscount(
  { service, tier, basisPoints }: Extract<CatalogChange, { type: 'SetDiscount' }>,
  state: CatalogState,
): readonly CatalogEventDraft[] {
  requireValid(SERVICES.includes(service), 'service', 'is not a service');
  const reasonable = Number.isInteger(basisPoints) && basisPoints >= 0 && basisPoints <= DISCOUNT_MAX_BP;
  requireValid(reasonable, 'discount', 'must be from 0 to 50 percent');
  const was = state.discounts.get(discountKey(service, tier)) ?? 0;
  return unless(was === basisPoints, { type: 'DiscountSet', data: { service, tier, basisPoints, was } });
}

function orderVendors(
  { service, vendors, sellers, seen }: Extract<CatalogChange, { type: 'OrderVendors' }>,
  state: CatalogState,
): readonly CatalogEventDraft[] {
  const current = vendorOrder(state, service, sellers);
  const was = current.map(({ code }) => code);
  requireValid(vendors.length > 0, 'vendors', 'must name a vendor');
  requireValid(new Set(vendors).size === vendors.length, 'vendors', 'must name every vendor once');
  const stranger = vendors.find((code) => !was.includes(code));
  if (stranger !== undefined)
    throw new RuleBroken('VENDOR_NOT_SELLING', {
      vendor: `Vendor ${stranger}`,
      service: SERVICE_NAMES[service],
    });
  const wanted = [...vendors, ...was.filter((code) => !vendors.includes(code))];
  if (same(wanted, was)) return [];
  if (!same(seen, was))
    throw staleEdit(
      `The order of vendors for ${SERVICE_NAMES[service]}`,
      current.map(({ name }) => name).join(', '),
    );
  return [{ type: 'VendorOrderSet', data: { service, vendors: wanted, was } }];
}
