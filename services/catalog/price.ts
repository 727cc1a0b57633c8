import { basisPointsOf, type Kobo } from '../contracts/money.js';

const WHOLE_BP = 10_000;

export interface Terms {
  readonly list: Kobo;
  /** Vendor's expected charge. */
  readonly cost: Kobo;
  readonly discountBp: number;
  readonly belowCost: boolean;
}

export interface Price {
  readonly price: Kobo;
  readonly discount: Kobo;
}

/**
 * List price minus discount, rounded down to the kobo. The price is not below `cost`, unless `belowCost`. Returns
 * `undefined` when nothing can be sold at these terms.
 */
export function priceOf({ list, cost, discountBp, belowCost }: Terms): Price | undefined {
  const discounted = basisPointsOf(list, WHOLE_BP - discountBp);
  if (discounted <= 0n) return undefined;
  if (belowCost) return { price: discounted, discount: list - discounted };
  if (list < cost) return undefined;
  const price = discounted < cost ? cost : discounted;
  return { price, discount: list - price };
}
