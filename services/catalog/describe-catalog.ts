import { formatNaira } from '../contracts/money.js';
import { EXAMS } from '../contracts/exams.contract.js';
import { CABLE_PROVIDERS } from '../contracts/cable.contract.js';
import { PLAN_TYPES } from '../contracts/data.contract.js';
import { AMOUNT_SERVICES } from '../contracts/admin/prices.contract.js';
import { SERVICES, TIERS } from '../contracts/services.js';
import { NETWORKS } from '../contracts/fields/codes.js';
import type { StoredPrices } from './catalog.events.js';
import type { Catalog } from './catalog.js';
import { discountKey } from './catalog.state.js';
import { inPlace } from './prices/offered-plans.state.js';
import { planTypeKey } from '../products/data/data.product.js';

const CODE_WIDTH = 6;
const NAME_WIDTH = 44;
const PRICE_WIDTH = 14;

export function describeCatalog(catalog: Catalog): readonly string[] {
  const { state } = catalog;
  const data = [...state.dataPlans.values()].toSorted(inPlace).map((plan) => {
    const off =
      !plan.on ||
      state.networksOff.has(plan.network) ||
      state.planTypesOff.has(planTypeKey(plan.network, plan.planType));
    return line(plan.code, `${NETWORKS[plan.network]} ${PLAN_TYPES[plan.planType]} ${plan.name}`, plan, off);
  });
  const cable = [...state.cablePlans.values()]
    .toSorted(inPlace)
    .map((plan) => line(plan.code, `${CABLE_PROVIDERS[plan.provider]} ${plan.name}`, plan, !plan.on));
  const exams = [...state.exams.values()].map((exam) =>
    line(exam.exam, `${EXAMS[exam.exam]} pin`, exam, !exam.on),
  );
  const services = SERVICES.map((service) => {
    const discounts = TIERS.map(
      (tier) => `${tier} ${(state.discounts.get(discountKey(service, tier)) ?? 0) / 100} %`,
    );
    const vendor = state.activeVendors.get(service);
    const order = state.vendorOrders.get(service);
    const asked =
      vendor === 0
        ? 'off'
        : order
          ? `vendors ${catalog
              .vendorsInTurn(service)
              .map(({ code }) => code)
              .join(', ')}`
          : vendor === undefined
            ? 'by priority'
            : `vendor ${vendor} first`;
    const paused = [...state.pauses.values()].filter((pause) => pause.service === service);
    const pausedWords = paused.map((pause) => `, vendor ${pause.vendor} paused: ${pause.reason}`);
    return `${service.padEnd(12)} ${asked.padEnd(16)} discount ${discounts.join(', ')}${pausedWords.join('')}`;
  });
  const terms = AMOUNT_SERVICES.map((service) => {
    const { minimum, maximum, commissions } = state.amountTerms.get(service)!;
    const paid = Object.entries(commissions).map(([code, basisPoints]) => `${code}=${basisPoints / 100} %`);
    return `${service.padEnd(12)} ${formatNaira(minimum)} to ${formatNaira(maximum)}, commissions ${paid.join(', ')}`;
  });
  const head = `${''.padEnd(CODE_WIDTH)}${''.padEnd(NAME_WIDTH)}${['price', 'affiliates', 'cost'].map((word) => word.padStart(PRICE_WIDTH)).join('')}`;
  const refusals = catalog
    .refusals()
    .map(({ key, vendor, reason }) => `refused ${key}: ${catalog.vendorName(vendor)}: ${reason}`);
  const { priceVersion, pricesConfirmed } = state;
  const confirmed = pricesConfirmed ? 'confirmed' : 'not confirmed yet, so nothing is sold';
  const version = `Version ${priceVersion} of the prices, ${confirmed}.`;
  return [version, '', ...services, ...terms, ...refusals, '', head, ...data, ...cable, ...exams];
}

function line(code: number, name: string, prices: StoredPrices, off: boolean): string {
  const { price, affiliatePrice = price, cost } = prices;
  const money = [price, affiliatePrice, cost].map((kobo) => formatNaira(BigInt(kobo)).padStart(PRICE_WIDTH));
  const notes = [prices.belowCost ? '  below cost allowed' : '', off ? '  off' : ''].join('');
  return `${String(code).padEnd(CODE_WIDTH)}${name.padEnd(NAME_WIDTH)}${money.join('')}${notes}`;
}
