import { RuleBroken } from '../contracts/errors.js';
import { nairaFromKobo } from '../contracts/money.js';
import { DISCOS, METER_TYPES, type DiscoCode } from '../contracts/electricity.contract.js';
import { EXAM_QUANTITY_MAX, type ExamCode, EXAMS } from '../contracts/exams.contract.js';
import { CABLE_PROVIDERS, type CableCode } from '../contracts/cable.contract.js';
import { PLAN_TYPES, type PlanTypeCode } from '../contracts/data.contract.js';
import { SERVICES, type Tier } from '../contracts/services.js';
import { NETWORKS, type NetworkCode } from '../contracts/fields/codes.js';
import type { Catalog } from './catalog.js';
import { discountKey } from './catalog.state.js';
import { planTypeKey, quoteData } from '../products/data/data.product.js';
import { type AmountRange, type Offer } from '../products/product.js';
import { quoteExam } from '../products/exams/exams.product.js';
import { quoteCable } from '../products/cable/cable.product.js';
import { inPlace } from './prices/offered-plans.state.js';

const NOT_SOLD_HERE = 'bvn';

/** `price` is in naira. */
export interface ListedPlan {
  readonly id: string;
  readonly name: string;
  readonly price: number;
}

export function listDataPlans(
  catalog: Catalog,
  network: NetworkCode,
  planType: PlanTypeCode,
  tier: Tier,
): readonly (ListedPlan & { readonly validity: string })[] {
  const shown = catalog.shown();
  return sellable(
    [...catalog.state.dataPlans.values()].filter(
      (plan) => plan.network === network && plan.planType === planType,
    ),
    (plan) => quoteData(shown, { plan: plan.code, tier }),
  ).map(({ item, price }) => ({
    id: String(item.code),
    name: item.name,
    price,
    validity: item.validity,
  }));
}

export const planTypeIsOn = ({ state }: Catalog, network: NetworkCode, planType: PlanTypeCode): boolean =>
  !state.networksOff.has(network) && !state.planTypesOff.has(planTypeKey(network, planType));

export function listCablePlans(catalog: Catalog, provider: CableCode, tier: Tier): readonly ListedPlan[] {
  const shown = catalog.shown();
  return sellable(
    [...catalog.state.cablePlans.values()].filter((plan) => plan.provider === provider),
    (plan) => quoteCable(shown, { plan: plan.code, tier }),
  ).map(({ item, price }) => ({ id: String(item.code), name: item.name, price }));
}

/** Lists all options that a customer could choose. An unavailable option has `available` false. */
export function listCatalogue(catalog: Catalog, tier: Tier) {
  const { state } = catalog;
  return {
    services: SERVICES.filter((service) => service !== NOT_SOLD_HERE).map((service) => ({
      service,
      available: catalog.isShown(service),
      discount_percent: (state.discounts.get(discountKey(service, tier)) ?? 0) / 100,
    })),
    networks: codesOf(NETWORKS).map((network: NetworkCode) => ({
      code: network,
      name: NETWORKS[network],
      available: !state.networksOff.has(network),
      plan_types: codesOf(PLAN_TYPES).map((planType: PlanTypeCode) => ({
        code: planType,
        name: PLAN_TYPES[planType],
        available: listDataPlans(catalog, network, planType, tier).length > 0,
      })),
    })),
    cable_providers: codesOf(CABLE_PROVIDERS).map((provider: CableCode) => ({
      code: provider,
      name: CABLE_PROVIDERS[provider],
      available: listCablePlans(catalog, provider, tier).length > 0,
    })),
    discos: codesOf(DISCOS).map((disco: DiscoCode) => ({
      code: disco,
      name: DISCOS[disco],
      available: catalog.isShown('electricity') && !state.discosOff.has(disco),
    })),
    meter_types: Object.entries(METER_TYPES).map(([code, name]) => ({ code, name })),
    exams: examsInPlace(state).map((exam) => {
      const offer = offered(() => quoteExam(catalog.shown(), { exam, quantity: 1, tier }));
      const price = offer ? nairaFromKobo(offer.price) : 0;
      return { code: exam, name: EXAMS[exam], available: offer !== undefined, price };
    }),
    exam_quantity_max: EXAM_QUANTITY_MAX,
    airtime: inNaira(state.amountTerms.get('airtime')!),
    electricity: inNaira(state.amountTerms.get('electricity')!),
  };
}

export const listSwitches = ({ state }: Catalog) =>
  codesOf(NETWORKS).map((network: NetworkCode) => ({
    code: network,
    name: NETWORKS[network],
    on: !state.networksOff.has(network),
    plan_types: codesOf(PLAN_TYPES).map((planType: PlanTypeCode) => ({
      code: planType,
      name: PLAN_TYPES[planType],
      on: !state.planTypesOff.has(planTypeKey(network, planType)),
    })),
  }));

/**
 * Lists all data plans of a network and plan type with the regular price in naira. Unavailable
 * plans are included.
 */
export const listPricedPlans = ({ state }: Catalog, network: NetworkCode, planType: PlanTypeCode) =>
  [...state.dataPlans.values()]
    .filter((plan) => plan.network === network && plan.planType === planType)
    .toSorted(inPlace)
    .map(({ code, name, price, validity }) => ({
      id: String(code),
      name,
      price: nairaFromKobo(BigInt(price)),
      validity,
    }));

function sellable<Item extends { readonly code: number; readonly place?: number }>(
  items: readonly Item[],
  quote: (item: Item) => Offer,
): { item: Item; price: number }[] {
  return items.toSorted(inPlace).flatMap((item) => {
    const offer = offered(() => quote(item));
    return offer ? [{ item, price: nairaFromKobo(offer.price) }] : [];
  });
}

function offered(quote: () => Offer): Offer | undefined {
  try {
    return quote();
  } catch (refusal) {
    if (refusal instanceof RuleBroken) return undefined;
    throw refusal;
  }
}

const examsInPlace = ({ exams }: Catalog['state']): ExamCode[] =>
  codesOf(EXAMS)
    .map((code: ExamCode) => ({ place: code, ...exams.get(code), code }))
    .toSorted(inPlace)
    .map(({ code }) => code);

const codesOf = <Code extends number>(table: Readonly<Record<Code, string>>): Code[] =>
  Object.keys(table).map((code) => Number(code) as Code);

const inNaira = ({ minimum, maximum }: AmountRange) => ({
  minimum: nairaFromKobo(minimum),
  maximum: nairaFromKobo(maximum),
});
