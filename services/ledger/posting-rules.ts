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

/**
 * The vendor is paid from its float; the difference is our margin, or a loss when it charged more than the price. What
 * was not delivered of a partial delivery goes back to the customer.
 */
export const capturePostings = (userId: string, sale: Sale, released: Kobo = 0n): Posting[] =>
  balanced([
    [accounts.userHeld(userId), sale.price + released],
    [paidFrom(sale), -sale.cost],
    earned(sale),
    [accounts.userAvailable(userId), -released],
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
    [paidFrom(sale), sale.cost],
    [account, -amount],
    [accounts.userAvailable(userId), -sale.price],
  ]);
};

/** Money for a bank leaves the payout account; everything else is bought from what a vendor holds for us. */
const paidFrom = ({ service, vendor }: Pick<Sale, 'service' | 'vendor'>): string =>
  service === 'transfer' ? accounts.pspPayout(vendor) : accounts.vendorFloat(vendor);

/** A transfer earns its fee, everything else its margin. */
const earned = ({ service, price, cost }: Sale): readonly [string, Kobo] => {
  if (cost > price) return [accounts.vendorLoss, cost - price];
  return [service === 'transfer' ? accounts.fee(service) : accounts.margin(service), cost - price];
};

/** What a vendor pays from what we put there: banks are paid from an account of its own in the books. */
export type FloatUse = 'purchases' | 'transfers';

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

/** The customer pays us: the whole of it is income. */
export const chargePostings = (userId: string, kind: string, amount: Kobo): Posting[] =>
  balanced([
    [accounts.userAvailable(userId), amount],
    [accounts.fee(kind), -amount],
  ]);

/** What a person gives a wallet, or takes from it when negative, stands against the account of why. */
export const adjustmentPostings = (userId: string, kind: string, delta: Kobo): Posting[] =>
  balanced([
    [accounts.adjustment(kind), delta],
    [accounts.userAvailable(userId), -delta],
  ]);

/** What a customer paid into a bank of ours. */
export const bankCreditPostings = (userId: string, bank: string, amount: Kobo): Posting[] =>
  balanced([
    [accounts.bank(bank), amount],
    [accounts.userAvailable(userId), -amount],
  ]);

/** Money of ours that a bank of ours sent to a vendor, for what the vendor pays from it. */
export const topUpPostings = (bank: string, vendor: number, pays: FloatUse, amount: Kobo): Posting[] =>
  balanced([
    [pays === 'transfers' ? accounts.pspPayout(vendor) : accounts.vendorFloat(vendor), amount],
    [accounts.bank(bank), -amount],
  ]);

/** What a payment provider owed us arrived at a bank of ours, less what it kept for settling. */
export const settlementPostings = (bank: string, provider: string, amount: Kobo, fee: Kobo): Posting[] =>
  balanced([
    [accounts.bank(bank), amount],
    [accounts.pspFee, fee],
    [accounts.pspReceivable(provider), -amount - fee],
  ]);

/** Our own money, put where administrators buy from. */
export const houseFundingPostings = (houseId: string, amount: Kobo): Posting[] =>
  balanced([
    [accounts.houseCapital, amount],
    [accounts.userAvailable(houseId), -amount],
  ]);

/** The vendor delivered what was given back: its cost is our loss. */
export const lateSuccessPostings = ({ service, vendor, cost }: Omit<Sale, 'price'>): Posting[] =>
  balanced([
    [accounts.vendorLoss, cost],
    [paidFrom({ service, vendor }), -cost],
  ]);

/** Money that belongs to nobody we know: owed to whoever turns out to own it. */
export const unmatchedPostings = ({ provider, paid, settled }: Omit<Payment, 'charge'>): Posting[] =>
  balanced([
    [accounts.pspReceivable(provider), settled],
    [accounts.pspFee, paid - settled],
    [accounts.suspense, -paid],
  ]);

/** It belongs to somebody after all: as if it had never arrived, until their wallet is credited with it. */
export const assignedPostings = ({ provider, paid, settled }: Omit<Payment, 'charge'>): Posting[] =>
  balanced([
    [accounts.suspense, paid],
    [accounts.pspReceivable(provider), -settled],
    [accounts.pspFee, settled - paid],
  ]);

/** A bank of ours sent it back to whoever had paid it. */
export const returnedPostings = (bank: string, amount: Kobo): Posting[] =>
  balanced([
    [accounts.suspense, amount],
    [accounts.bank(bank), -amount],
  ]);

export interface TakenBack {
  readonly provider: string;
  /** What was taken from the wallet, and what was not there to take. */
  readonly debited: Kobo;
  readonly loss: Kobo;
}

/** The provider keeps a payment that it had collected, and its fee: it owes us less, and what the wallet does not hold is our loss. */
export const chargebackPostings = (
  userId: string,
  { provider, debited, loss }: TakenBack,
  fee: Kobo,
): Posting[] =>
  balanced([
    [accounts.userAvailable(userId), debited],
    [accounts.chargebackLoss, loss],
    [accounts.pspFee, fee],
    [accounts.pspReceivable(provider), -(debited + loss + fee)],
  ]);

/** The exact opposite, but for the fee, which the provider keeps. */
export const chargebackWonPostings = (userId: string, { provider, debited, loss }: TakenBack): Posting[] =>
  balanced([
    [accounts.pspReceivable(provider), debited + loss],
    [accounts.chargebackLoss, -loss],
    [accounts.userAvailable(userId), -debited],
  ]);
