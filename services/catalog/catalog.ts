import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../infra/config/config.js';
import { RuleBroken } from '../contracts/errors.js';
import { formatNaira, type Kobo } from '../contracts/money.js';
import type { Product } from '../contracts/products.js';
import { NETWORKS, type NetworkCode, type Tier } from '../contracts/services.js';
import { AIRTIME_MAX, AIRTIME_MIN, type AirtimePrice, airtimePrice } from './airtime-price.js';
import { loadVendorRows, type VendorRow } from './vendor-rows.js';

export interface AirtimeQuote extends AirtimePrice {
  readonly product: Product;
  readonly amount: Kobo;
  /** Who is asked first. */
  readonly vendor: number;
}

export interface AirtimeRequest {
  readonly network: NetworkCode;
  /** Face value. */
  readonly amount: Kobo;
  readonly tier: Tier;
}

/** What is sold, at what price, and through whom. */
@Injectable()
export class Catalog {
  private readonly rows: readonly VendorRow[];

  constructor(
    @Inject(CONFIG)
    config: Pick<Config, 'VENDORS_FILE' | 'sandboxUrl' | 'VTPASS_PUBLIC_KEY' | 'VTPASS_SECRET_KEY'>,
  ) {
    this.rows = loadVendorRows(config);
  }

  /** Every vendor, by priority. */
  vendors(): readonly VendorRow[] {
    return this.rows;
  }

  /** @throws RuleBroken AMOUNT_BELOW_MIN, AMOUNT_ABOVE_MAX, SERVICE_OFF, NETWORK_DISABLED */
  quoteAirtime({ network, amount }: AirtimeRequest): AirtimeQuote {
    if (amount < AIRTIME_MIN) throw new RuleBroken('AMOUNT_BELOW_MIN', { minimum: formatNaira(AIRTIME_MIN) });
    if (amount > AIRTIME_MAX) throw new RuleBroken('AMOUNT_ABOVE_MAX', { maximum: formatNaira(AIRTIME_MAX) });
    const product = { service: 'airtime', network } as const;
    const vendor = this.nextVendor(product, []);
    if (vendor === undefined) throw new RuleBroken('SERVICE_OFF', { service: 'Airtime' });
    const { price, discount, expectedCost } = airtimePrice(network, amount);
    // Selling below cost is a mistake in the price list, not an offer.
    if (price < expectedCost) throw new RuleBroken('NETWORK_DISABLED', { network: NETWORKS[network] });
    return { product, amount, vendor, price, discount, expectedCost };
  }

  /** The first vendor by priority that sells the product and was not tried yet; undefined when there is none. */
  nextVendor({ service }: Product, tried: readonly number[]): number | undefined {
    for (const { code, services } of this.rows)
      if (services.includes(service) && !tried.includes(code)) return code;
    return undefined;
  }
}
