import type { Kobo } from '../contracts/money.js';
import type { Product } from '../contracts/products.js';

/** What is sold, at what price, through whom. */
export interface Offer {
  readonly product: Product;
  /** Face value, what is delivered. */
  readonly amount: Kobo;
  readonly discount: Kobo;
  /** What is charged, fee included: amount - discount + fee. */
  readonly price: Kobo;
  /** Our fee for it; nothing by default. */
  readonly fee?: Kobo;
  readonly expectedCost: Kobo;
  /** Who is asked first. */
  readonly vendor: number;
}
