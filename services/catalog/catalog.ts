import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../infra/config/config.js';
import { RuleBroken } from '../contracts/errors.js';
import type { Kobo } from '../contracts/money.js';
import { productLabel } from '../contracts/product-label.js';
import type { Product } from '../contracts/products.js';
import { NETWORKS, SERVICE_NAMES, type NetworkCode, type Service, type Tier } from '../contracts/services.js';
import { discountKey, evolve, type CatalogFact, type CatalogState } from './catalog.state.js';
import { AIRTIME_RANGE, requireWithin } from './limits.js';
import type { Offer } from './offer.js';
import { costAfter, priceOf } from './price.js';
import { AIRTIME_COMMISSION_BP } from './seed/commissions.js';
import { SEED } from './seed/seed.js';
import { loadVendorRows, type VendorRow, type VendorSettings } from './vendor-rows.js';

export interface AirtimeRequest {
  readonly network: NetworkCode;
  /** Face value. */
  readonly amount: Kobo;
  readonly tier: Tier;
}

/** A product with what it costs before the discount and what the vendor is expected to charge. */
export interface Priced {
  readonly product: Product;
  /** Face value and list price. */
  readonly amount: Kobo;
  readonly cost: Kobo;
  readonly tier: Tier;
}

/**
 * What is sold, at what price, and through whom. Asked at once and in memory; what administrators change is folded in as
 * it happens (`keepCatalog`).
 */
@Injectable()
export class Catalog {
  private readonly rows: readonly VendorRow[];
  private current: CatalogState = SEED;

  constructor(@Inject(CONFIG) config: VendorSettings) {
    this.rows = loadVendorRows(config);
  }

  /** As it stands now. */
  get state(): CatalogState {
    return this.current;
  }

  apply(event: CatalogFact): void {
    this.current = evolve(this.current, event);
  }

  /** Every vendor, by priority. */
  vendors(): readonly VendorRow[] {
    return this.rows;
  }

  /** @throws RuleBroken AMOUNT_BELOW_MIN, AMOUNT_ABOVE_MAX, SERVICE_OFF, NETWORK_DISABLED */
  quoteAirtime({ network, amount, tier }: AirtimeRequest): Offer {
    requireWithin(amount, AIRTIME_RANGE);
    this.requireNetwork(network);
    const cost = costAfter(amount, AIRTIME_COMMISSION_BP[network]);
    return this.offer({ product: { service: 'airtime', network }, amount, cost, tier });
  }

  /** The price after the discount, and who delivers. @throws RuleBroken SERVICE_OFF, PLAN_DISABLED */
  offer({ product, amount, cost, tier }: Priced): Offer {
    const { service } = product;
    const vendor = this.nextVendor(product, []);
    if (vendor === undefined) {
      if (this.sells(service)) throw new RuleBroken('PLAN_DISABLED', { plan: productLabel(product) });
      throw new RuleBroken('SERVICE_OFF', { service: SERVICE_NAMES[service] });
    }
    const discountBp = this.current.discounts.get(discountKey(service, tier)) ?? 0;
    const belowCost = this.current.belowCost.has(service);
    const priced = priceOf({ list: amount, cost, discountBp, belowCost });
    if (!priced) throw new RuleBroken('PLAN_DISABLED', { plan: productLabel(product) });
    return {
      product,
      amount,
      vendor,
      price: priced.price,
      discount: priced.discount,
      expectedCost: cost,
    };
  }

  /** @throws RuleBroken NETWORK_DISABLED */
  requireNetwork(network: NetworkCode): void {
    if (this.current.networksOff.has(network))
      throw new RuleBroken('NETWORK_DISABLED', { network: NETWORKS[network] });
  }

  /** Whether anybody sells the service at all. */
  sells(service: Service): boolean {
    return (
      this.current.activeVendors.get(service) !== 0 &&
      this.rows.some(({ services }) => services.includes(service))
    );
  }

  /**
   * The chosen vendor of the service, then the others by priority: the first that sells the product and was not tried yet.
   * undefined when there is none. What was accepted before a service was switched off is still delivered.
   */
  nextVendor(product: Product, tried: readonly number[]): number | undefined {
    const chosen = this.current.activeVendors.get(product.service);
    if (chosen === 0 && tried.length === 0) return undefined;
    let first: number | undefined;
    for (const row of this.rows) {
      if (tried.includes(row.code) || !sellsProduct(row, product)) continue;
      if (row.code === chosen) return chosen;
      first ??= row.code;
    }
    return first;
  }
}

/** A plan is sold by whoever has a name for it. */
const sellsProduct = ({ adapter, services }: VendorRow, product: Product): boolean =>
  services.includes(product.service) && (!('codes' in product) || product.codes[adapter] !== undefined);
