import type { Kobo } from '../contracts/money.js';
import type { NetworkCode } from '../contracts/fields/codes.js';
import type { Chances } from './product.js';

export const demoNaira = (amount: number): Kobo => BigInt(amount) * 100n;
export const demoNetwork = (chances: Chances): NetworkCode => chances.pick([1, 1, 1, 2, 3, 3, 4] as const);
export const demoPhone = (chances: Chances): string => `+234803${chances.digits(7)}`;
