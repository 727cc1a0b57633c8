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
 * Returns the list price minus discount, rounded down to the kobo. Returns `undefined` for a price of zero.
 * Without `belowCost`, raises a discounted price below `cost` to `cost`, and returns `undefined` for a list
 * price below `cost`.
 */
export function priceOf({ list, cost, discountBp, belowCost }: Terms): Price | undefined {
  const discounted = basisPointsOf(list, WHOLE_BP - discountBp);
  if (discounted <= 0n) return undefined;
  if (belowCost) return { price: discounted, discount: list - discounted };
  if (list < cost) return undefined;
  const price = discounted < cost ? cost : discounted;
  return { price, discount: list - price };
}
