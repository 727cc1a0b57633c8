import type { Kobo } from '../contracts/money.js';
import type { NetworkCode } from '../contracts/services.js';
import type { PriceList } from './product.js';

/** What falls to a demonstration by chance. */
export interface Chances {
  /** A whole number from 0 to below the one given. */
  upTo(below: number): number;
  pick<One>(of: readonly One[]): One;
  digits(count: number): string;
}

/** How a product stands in a demonstration. */
export interface Demo {
  /** How often it is bought, against the shares of the others. */
  readonly share: number;
  /** What somebody asks for, as the product's own `order` takes it. */
  readonly asked: (chances: Chances, prices: PriceList) => object;
}

export const demoNaira = (amount: number): Kobo => BigInt(amount) * 100n;
export const demoNetwork = (chances: Chances): NetworkCode => chances.pick([1, 1, 1, 2, 3, 3, 4] as const);
export const demoPhone = (chances: Chances): string => `+234803${chances.digits(7)}`;
