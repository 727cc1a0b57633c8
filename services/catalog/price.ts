import { basisPointsOf, type Kobo } from '../contracts/money.js';

const WHOLE_BP = 10_000;

export interface Terms {
  /** What it costs without a discount. */
  readonly list: Kobo;
  /** What we expect the vendor to charge. */
  readonly cost: Kobo;
  readonly discountBp: number;
  /** An administrator lets this be sold below what it costs us. */
  readonly belowCost: boolean;
}

export interface Price {
  readonly price: Kobo;
  readonly discount: Kobo;
}

/**
 * The list price less the discount, rounded down to the kobo. A discount never goes below what it costs us: it is then
 * as large as that allows. undefined when even the list price is below cost: a mistake in the price list, not an offer.
 */
export function priceOf({ list, cost, discountBp, belowCost }: Terms): Price | undefined {
  const discounted = basisPointsOf(list, WHOLE_BP - discountBp);
  if (belowCost) return { price: discounted, discount: list - discounted };
  if (list < cost) return undefined;
  const price = discounted < cost ? cost : discounted;
  return { price, discount: list - price };
}
