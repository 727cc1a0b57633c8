import { InstallationPrices, type PriceSettings } from '../../catalog/installation-prices.js';
import { discountKey } from '../../catalog/catalog.state.js';
import type { ChargeParts } from '../../contracts/admin/why.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Kobo } from '../../contracts/money.js';
import { type Product, SERVICE_NAMES, type Tier } from '../../contracts/services.js';
import { NETWORKS } from '../../contracts/fields/codes.js';
import type { Offer, OwnPrices, PriceRequest, PriceList, Prices } from '../../products/product.js';
import { descriptorOf, productLabel } from '../../products/products.js';
import type { CatalogThen, Reading } from './catalog-then.js';

export interface PricedOrder {
  readonly product: Product;
  /** Face value, kobo. */
  readonly amount: Kobo;
  readonly tier: Tier;
  readonly vendor: number;
}

export type SettingName = Exclude<keyof PriceSettings, 'production'>;

export interface PricedAgain {
  readonly charge: ChargeParts | undefined;
  readonly refused: string;
  readonly readings: readonly Reading[];
  /** Expected cost at the vendor. Absent when a price list or a setting contains this cost. */
  readonly programCost: Kobo | undefined;
  readonly settings: readonly SettingName[];
}

const WHOLE_BP = 10_000n;

/** Does not use the code that sells, so that an error in that code leads to a different price. */
export function priceAgain(order: PricedOrder, catalog: CatalogThen, config: PriceSettings): PricedAgain {
  const { product, amount, tier } = order;
  const { state, readings } = catalog.watched();
  const settings: SettingName[] = [];
  let programCost: Kobo | undefined;
  const offer = (priced: PriceRequest): Offer => {
    // Record the cost of an order whose face value the customer chose, because no price list or setting
    // contains this cost.
    if (!readings.some(({ table }) => PRICED.has(table)) && settings.length === 0) programCost = priced.cost;
    const { service } = priced.product;
    const discountBp = state.discounts.get(discountKey(service, priced.tier)) ?? 0;
    const allowed = state.belowCost.has(service) || priced.belowCost === true;
    return offered(priced, { vendor: order.vendor, discountBp, allowed });
  };
  const prices: PriceList = {
    state,
    offer,
    requireNetwork(network) {
      if (state.networksOff.has(network))
        throw new RuleBroken('NETWORK_DISABLED', { network: NETWORKS[network] });
    },
    nextVendor: ({ service }) => (state.activeVendors.get(service) === 0 ? undefined : order.vendor),
  };
  const nothing = { charge: undefined, refused: '' };
  const quote = descriptorOf(product)?.quote as ((asked: object, from: Prices) => Offer) | undefined;
  if (!quote) return { ...nothing, readings: [], programCost, settings };
  try {
    if (prices.nextVendor(product, []) === undefined)
      throw new RuleBroken('SERVICE_OFF', { service: SERVICE_NAMES[product.service] });
    const made = quote(
      { ...product, amount, tier },
      { prices, ownPrices: ownPrices(prices, config, settings) },
    );
    return { charge: partsOf(made), refused: '', readings, programCost, settings };
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error;
    return { ...nothing, refused: error.message, readings, programCost, settings };
  }
}

const PRICED: ReadonlySet<Reading['table']> = new Set(['amountTerms', 'dataPlans', 'cablePlans', 'exams']);

/**
 * Subtracts the discount from the price, and rounds down in favour of the customer. `allowed` permits a price
 * below `cost`.
 */
function offered(
  { product, amount, cost: usual, costs = {} }: PriceRequest,
  { vendor, discountBp, allowed }: { vendor: number; discountBp: number; allowed: boolean },
): Offer {
  const cost = [usual, ...Object.values(costs).map(BigInt)].reduce((one, other) =>
    one > other ? one : other,
  );
  if (amount < cost && !allowed) throw new RuleBroken('PLAN_DISABLED', { plan: productLabel(product) });
  const discounted = (amount * (WHOLE_BP - BigInt(discountBp))) / WHOLE_BP;
  const price = discounted < cost && !allowed ? cost : discounted;
  return {
    product,
    amount,
    vendor,
    price,
    discount: amount - price,
    expectedCost: BigInt(costs[vendor] ?? usual),
  };
}

function ownPrices(catalog: PriceList, config: PriceSettings, asked: SettingName[]): OwnPrices {
  const set = new InstallationPrices(catalog, config);
  return {
    sms(text) {
      asked.push('SMS_PAGE_PRICE_NAIRA', 'SMS_PAGE_COST_NAIRA');
      return set.sms(text);
    },
    transfer(order) {
      asked.push('TRANSFER_FEES');
      return set.transfer(order);
    },
    requireTransfers: () => set.requireTransfers(),
  };
}

const partsOf = ({ amount, discount, fee = 0n, price, expectedCost }: Offer): ChargeParts => ({
  amount: String(amount),
  discount: String(discount),
  fee: String(fee),
  price: String(price),
  expectedCost: String(expectedCost),
});
