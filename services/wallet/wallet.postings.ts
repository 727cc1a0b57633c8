import type { Kobo } from '../contracts/money.js';
import type { Service } from '../contracts/services.js';
import { accounts, balanced } from './postings.js';
import type { Posting } from './postings.js';

/** Provider code of demonstration money: booked against `opening`, not against a payment provider. */
export const OPENING = 'opening';

/** Money for a purchase moves from what the customer can spend to what is held. */
export const holdPostings = (userId: string, price: Kobo): Posting[] =>
  balanced([
    [accounts.userAvailable(userId), price],
    [accounts.userHeld(userId), -price],
  ]);

export interface Sale {
  readonly service: Service;
  readonly vendor: number;
  readonly price: Kobo;
  readonly cost: Kobo;
}

/** The vendor is paid from its float; the difference is our margin, or a loss when it charged more than the price. */
export const capturePostings = (userId: string, sale: Sale): Posting[] =>
  balanced([
    [accounts.userHeld(userId), sale.price],
    [accounts.vendorFloat(sale.vendor), -sale.cost],
    earned(sale),
  ]);

/** The hold goes back to the customer. */
export const releasePostings = (userId: string, price: Kobo): Posting[] =>
  balanced([
    [accounts.userHeld(userId), price],
    [accounts.userAvailable(userId), -price],
  ]);

/** The exact opposite of the capture, except that the money returns to what the customer can spend. */
export const reversePostings = (userId: string, sale: Sale): Posting[] => {
  const [account, amount] = earned(sale);
  return balanced([
    [accounts.vendorFloat(sale.vendor), sale.cost],
    [account, -amount],
    [accounts.userAvailable(userId), -sale.price],
  ]);
};

const earned = ({ service, price, cost }: Sale): readonly [string, Kobo] =>
  cost > price ? [accounts.vendorLoss, cost - price] : [accounts.margin(service), cost - price];

export interface Payment {
  readonly provider: string;
  readonly paid: Kobo;
  readonly settled: Kobo;
  readonly charge: Kobo;
}

/** The provider owes us what it settles; its fee is our expense, our charge our income, the rest the customer's. */
export const fundPostings = (userId: string, { provider, paid, settled, charge }: Payment): Posting[] =>
  provider === OPENING
    ? balanced([
        [accounts.opening, paid],
        [accounts.userAvailable(userId), charge - paid],
        [accounts.fee('funding'), -charge],
      ])
    : balanced([
        [accounts.pspReceivable(provider), settled],
        [accounts.pspFee, paid - settled],
        [accounts.userAvailable(userId), charge - paid],
        [accounts.fee('funding'), -charge],
      ]);
