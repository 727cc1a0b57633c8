import type { CableCode } from '../../contracts/cable.contract.js';
import { CABLE_PROVIDERS } from '../../contracts/cable.contract.js';
import { PLAN_TYPES, type PlanTypeCode } from '../../contracts/data.contract.js';
import { EXAMS, type ExamCode } from '../../contracts/exams.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import { isEntryOf } from '../../contracts/own-entry.js';
import { NETWORKS, type NetworkCode, type VendorCodes } from '../../contracts/fields/codes.js';
import type { PricedService } from '../../contracts/admin/prices.contract.js';
import type { AccountCosts } from '../../products/product.js';
import type {
  PartialPrices,
  PlanDetails,
  StoredCablePlan,
  StoredDataPlan,
  StoredPrices,
} from '../catalog.events.js';
import { type CatalogState, planKey } from '../catalog.state.js';
import { offeredPlan, type OfferedPlan, priced } from './offered-plans.state.js';
import { pricesWith } from './scheduled-prices.state.js';
import { isPriced, pricesOf, requireMoney, requireValid, sameCosts } from './set-prices.decider.js';

/**
 * Values that an administrator wants for a plan. Prices are kobo as decimal strings. A missing field stays as
 * it is.
 */
export interface WantedPlan extends PartialPrices {
  readonly service: PricedService;
  readonly code: number;
  readonly details?: PlanDetails;
}

const CODE_MAX = 9_999;
const DAYS_MAX = 366;
const SIZE_MAX = 40;
const ACCOUNT = /^[1-9]\d?$/;
const VENDOR_CODE = /^[\x21-\x7e]{0,64}$/;

type State = Pick<CatalogState, 'dataPlans' | 'cablePlans' | 'exams' | 'retired'>;

/**
 * Network, type and size of a plan cannot change.
 * @throws RuleBroken PLAN_NOT_FOUND, VALIDATION_FAILED
 */
export function planAfter(wanted: WantedPlan, state: State): OfferedPlan {
  const { service, code, details, ...prices } = wanted;
  const was = offeredPlan(state, service, code);
  if (!was && !details) throw new RuleBroken('PLAN_NOT_FOUND');
  requireValid(
    Number.isInteger(code) && code >= 1 && code <= CODE_MAX,
    'code',
    `must be from 1 to ${CODE_MAX}`,
  );
  const described = details ? withDetails(wanted, details, was, state) : was!;
  if (!was) return priced(described, firstPrices(prices));
  const then = pricesWith(described.plan, prices, false);
  const stays = isPriced(was.plan, pricesOf(then)) && sameCosts(was.plan, then);
  return stays ? described : priced(described, then);
}

function firstPrices({ price, affiliatePrice, cost }: PartialPrices): StoredPrices {
  const [list, charge] = [needed(price, 'price'), needed(cost, 'cost')];
  return { price: list, ...(typeof affiliatePrice === 'string' && { affiliatePrice }), cost: charge };
}

function withDetails(
  { service, code }: WantedPlan,
  details: PlanDetails,
  was: OfferedPlan | undefined,
  state: State,
): OfferedPlan {
  const kept = was?.plan ?? state.retired.get(planKey(service, code));
  const { on = was?.plan.on ?? true } = details;
  const { place: placed, ...known } = was?.plan ?? NEW;
  const costs = costsAfter(details, known.costs);
  const { costs: _none, ...costless } = known;
  const rest = Object.keys(costs).length > 0 ? { ...known, costs } : costless;
  const place = details.place === undefined ? placed : (details.place ?? undefined);
  const shared = { ...rest, on, ...(place !== undefined && { place }) };
  switch (service) {
    case 'data': {
      const plan = kept as StoredDataPlan | undefined;
      const network = forEver('network', details.network, plan?.network, (value) => NETWORKS[value]);
      const planType = forEver('type', details.planType, plan?.planType, (value) => PLAN_TYPES[value]);
      const size = forEver('size', sizeOf(details.size), plan && sizeOfPlan(plan), (value) => value);
      const days = needed(details.days ?? (was && daysOfPlan(was.plan as StoredDataPlan)), 'days');
      requireValid(
        Number.isInteger(days) && days >= 1 && days <= DAYS_MAX,
        'days',
        `must be from 1 to ${DAYS_MAX}`,
      );
      const validity =
        details.days === undefined && was ? (was.plan as StoredDataPlan).validity : daysText(days);
      const name = `${size} - ${validity}`;
      return {
        service,
        plan: {
          ...shared,
          code,
          network: network as NetworkCode,
          planType: planType as PlanTypeCode,
          name,
          validity,
          ...(sizeOfPlan({ name }) !== size && { size }),
          codes: codesAfter(details, (was?.plan as StoredDataPlan | undefined)?.codes),
        },
      };
    }
    case 'cable': {
      const plan = kept as StoredCablePlan | undefined;
      const provider = forEver(
        'network',
        details.provider,
        plan?.provider,
        (value) => CABLE_PROVIDERS[value],
      );
      const name = forEver('size', sizeOf(details.size), plan?.name, (value) => value);
      requireValid(details.days === undefined, 'days', 'must be empty for a bouquet');
      const codes = codesAfter(details, (was?.plan as StoredCablePlan | undefined)?.codes);
      return { service, plan: { ...shared, code, provider: provider as CableCode, name, codes } };
    }
    case 'exams': {
      requireValid(isEntryOf(EXAMS, code), 'code', 'must be the code of an exam');
      const own =
        details.days === undefined && details.size === undefined && !details.codes && !details.costs;
      requireValid(own, 'size', 'must be empty for exam pins, like days and codes');
      return { service, plan: { ...shared, exam: code as ExamCode } };
    }
  }
}

const NEW: StoredPrices & { readonly place?: number } = { price: '', cost: '' };

function forEver<Value extends string | number>(
  field: string,
  wanted: Value | undefined,
  kept: Value | undefined,
  text: (value: Value) => string,
): Value {
  if (kept === undefined) return needed(wanted, field);
  const same = wanted === undefined || text(wanted).toLowerCase() === text(kept).toLowerCase();
  requireValid(same, field, `is ${text(kept)} for this code for ever; choose another code`);
  return kept;
}

function needed<Value>(value: Value | undefined, field: string): Value {
  if (value === undefined)
    throw new RuleBroken('VALIDATION_FAILED', { field, reason: 'is needed for a new plan' });
  return value;
}

function sizeOf(size: string | undefined): string | undefined {
  if (size === undefined) return undefined;
  const fits =
    size !== '' && size.length <= SIZE_MAX && size.trim() === size && !/[\p{Cc}\p{Cf}]| - /u.test(size);
  requireValid(fits, 'size', `must have 1 to ${SIZE_MAX} characters, and no dash between spaces`);
  return size;
}

export const sizeOfPlan = ({ name, size }: Pick<StoredDataPlan, 'name' | 'size'>): string =>
  size ?? name.split(' - ')[0]!;

/** Returns `undefined` when `validity` is not a number of days. */
export function daysOfPlan({ validity }: Pick<StoredDataPlan, 'validity'>): number | undefined {
  const [, days] = /^(\d{1,3}) days?$/.exec(validity) ?? [];
  return days === undefined ? undefined : Number(days);
}

const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

function costsAfter({ costs: wanted = {} }: PlanDetails, was: AccountCosts = {}): AccountCosts {
  const costs = new Map(Object.entries(was));
  for (const [account, cost] of Object.entries(wanted)) {
    requireValid(ACCOUNT.test(account), 'costs', 'must be at a vendor account, such as 4');
    if (cost === null) costs.delete(account);
    else {
      requireMoney(cost, 'costs');
      costs.set(account, cost);
    }
  }
  return Object.fromEntries(costs);
}

function codesAfter({ codes: wanted = {} }: PlanDetails, was: VendorCodes = {}): VendorCodes {
  const codes = new Map(Object.entries(was));
  for (const [of, code] of Object.entries(wanted)) {
    requireValid(
      code === null || VENDOR_CODE.test(code),
      'codes',
      'must have at most 64 characters without spaces',
    );
    if (code === null) codes.delete(of);
    else codes.set(of, code);
  }
  return Object.fromEntries(codes);
}
