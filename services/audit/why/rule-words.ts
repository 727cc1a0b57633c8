import { commissionName } from '../../catalog/prices/amount-terms.decider.js';
import { discountKey } from '../../catalog/catalog.state.js';
import { pricedPlan } from '../../catalog/prices/priced-plans.state.js';
import type { PriceSettings } from '../../catalog/installation-prices.js';
import type { AmountService, PricedService } from '../../contracts/admin/prices.contract.js';
import { PLAN_TYPES } from '../../contracts/data.contract.js';
import { DISCOS } from '../../contracts/electricity.contract.js';
import { formatNaira } from '../../contracts/money.js';
import { SERVICE_NAMES, type Service, type Tier } from '../../contracts/services.js';
import { NETWORKS } from '../../contracts/fields/codes.js';
import { named } from '../../products/product.js';
import { planTypeKey } from '../../products/data/data.product.js';
import type { SettingName } from './price-again.js';
import type { CatalogThen, Reading } from './catalog-then.js';
import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { SetByAnswer } from '../../contracts/admin/why.contract.js';
import { rowOf } from '../explore/event-row.js';

interface Words {
  readonly rule: string;
  readonly value: string;
}

const PLANS: ReadonlyMap<Reading['table'], PricedService> = new Map([
  ['dataPlans', 'data'],
  ['cablePlans', 'cable'],
  ['exams', 'exams'],
]);

const onOrOff = (off: boolean): string => (off ? 'off' : 'on');

export function ruleWords(
  { table, key }: Reading,
  { state }: CatalogThen,
  { service, tier }: { readonly service: Service; readonly tier: Tier },
): Words | undefined {
  const plans = PLANS.get(table);
  const sold = SERVICE_NAMES[service];
  if (plans) return planWords(pricedPlan(state, plans, Number(key)), tier);
  if (table === 'discounts') {
    const basisPoints = state.discounts.get(discountKey(service, tier)) ?? 0;
    return { rule: `Discount on ${sold}, ${tier} customers`, value: `${basisPoints / 100} %` };
  }
  const terms = table === 'amountTerms' ? state.amountTerms.get(key as AmountService) : undefined;
  if (terms) {
    const { minimum, maximum, commissions } = terms;
    const paid = Object.entries(commissions).map(
      ([code, basisPoints]) => `${commissionName(key as AmountService, code)} ${basisPoints / 100} %`,
    );
    return {
      rule: `Range of ${sold}, and what the vendor pays us`,
      value: `${formatNaira(minimum)} to ${formatNaira(maximum)}; ${paid.join(', ')}`,
    };
  }
  if (table === 'belowCost')
    return {
      rule: `${sold} below what the vendor charges`,
      value: state.belowCost.has(service) ? 'allowed' : 'not allowed',
    };
  if (table === 'networksOff')
    return {
      rule: `Network ${named(NETWORKS, String(key), 'network')}`,
      value: onOrOff((state.networksOff as ReadonlySet<unknown>).has(key)),
    };
  if (table === 'planTypesOff')
    return {
      rule: `Plan type ${planTypeName(String(key))}`,
      value: onOrOff(state.planTypesOff.has(String(key))),
    };
  if (table === 'discosOff')
    return {
      rule: `Disco ${named(DISCOS, String(key), 'disco')}`,
      value: onOrOff((state.discosOff as ReadonlySet<unknown>).has(key)),
    };
  return undefined;
}

function planWords(plan: ReturnType<typeof pricedPlan>, tier: Tier): Words | undefined {
  if (!plan) return undefined;
  const { price, affiliatePrice = price, cost, belowCost } = plan.prices;
  const list = formatNaira(BigInt(tier === 'affiliate' ? affiliatePrice : price));
  const below = belowCost ? ', may be sold below that' : '';
  return {
    rule: `Price of ${plan.label}, ${tier} customers`,
    value: `${list}; the vendor charges ${formatNaira(BigInt(cost))}${below}`,
  };
}

function planTypeName(key: string): string {
  for (const network of Object.keys(NETWORKS).map(Number) as (keyof typeof NETWORKS)[])
    for (const planType of Object.keys(PLAN_TYPES).map(Number) as (keyof typeof PLAN_TYPES)[])
      if (planTypeKey(network, planType) === key) return `${NETWORKS[network]} ${PLAN_TYPES[planType]}`;
  return key;
}

export const settingWords = (name: SettingName, config: PriceSettings): Words => ({
  rule: `Setting ${name}`,
  value: String(config[name]),
});

export function setBy(
  event: RecordedEvent | undefined,
  scheduled: readonly RecordedEvent[],
  otherwise: Exclude<SetByAnswer['by'], 'event'>,
): SetByAnswer {
  if (!event) return { by: otherwise, event: null, scheduledBy: null };
  const scheduleId = event.data['scheduleId'];
  const before = scheduled.find(({ id }) => id === scheduleId);
  return { by: 'event', event: rowOf(event), scheduledBy: before ? rowOf(before) : null };
}
