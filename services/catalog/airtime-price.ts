import { basisPointsOf, type Kobo } from '../contracts/money.js';
import type { NetworkCode } from '../contracts/services.js';

/** Kobo. */
export const AIRTIME_MIN: Kobo = 50_00n;
export const AIRTIME_MAX: Kobo = 50_000_00n;

const WHOLE_BP = 10_000;
/** What customers of both tiers save. */
const DISCOUNT_BP = 100;
/** What the vendors leave us. */
const COMMISSION_BP: Readonly<Record<NetworkCode, number>> = { 1: 300, 2: 400, 3: 340, 4: 400 };

export interface AirtimePrice {
  readonly price: Kobo;
  readonly discount: Kobo;
  /** What the vendor should charge. */
  readonly expectedCost: Kobo;
}

/** What airtime of this face value costs the customer and us. */
export function airtimePrice(network: NetworkCode, amount: Kobo): AirtimePrice {
  const price = basisPointsOf(amount, WHOLE_BP - DISCOUNT_BP);
  return {
    price,
    discount: amount - price,
    expectedCost: basisPointsOf(amount, WHOLE_BP - COMMISSION_BP[network]),
  };
}
