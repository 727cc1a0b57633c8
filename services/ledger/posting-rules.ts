import type { Kobo } from '../contracts/money.js';
import type { Service } from '../contracts/services.js';
import { accounts, balanced } from './postings.js';
import type { Posting } from './postings.js';

/** Provider code of demonstration money, and of balances from an older system. */
export const OPENING = 'opening';

/** Postings of `PurchaseAccepted`. */
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
 * Postings of `PurchaseCaptured`. `cost` is paid from our money at the vendor. `price` minus `cost`
 * is our margin. `released` goes back to the customer.
 */
export const capturePostings = (userId: string, sale: Sale, released: Kobo = 0n): Posting[] =>
  balanced([
    [accounts.userHeld(userId), sale.price + released],
    [paidFrom(sale), -sale.cost],
    earned(sale),
    [accounts.userAvailable(userId), -released],
  ]);

/** Postings of `PurchaseReleased`. */
export const releasePostings = (userId: string, price: Kobo): Posting[] =>
  balanced([
    [accounts.userHeld(userId), price],
    [accounts.userAvailable(userId), -price],
  ]);

/**
 * Postings of `PurchaseReversed`. They undo {@link capturePostings}, but the money goes to `userAvailable`.
 */
export const reversePostings = (userId: string, sale: Sale): Posting[] => {
  const [account, amount] = earned(sale);
  return balanced([
    [paidFrom(sale), sale.cost],
    [account, -amount],
    [accounts.userAvailable(userId), -sale.price],
  ]);
};

const paidFrom = ({ service, vendor }: Pick<Sale, 'service' | 'vendor'>): string =>
  service === 'transfer' ? accounts.pspPayout(vendor) : accounts.vendorFloat(vendor);

const earned = ({ service, price, cost }: Sale): readonly [string, Kobo] => {
  if (cost > price) return [accounts.vendorLoss, cost - price];
  return [service === 'transfer' ? accounts.fee(service) : accounts.margin(service), cost - price];
};

export type FloatUse = 'purchases' | 'transfers';

export interface Payment {
  readonly provider: string;
  readonly paid: Kobo;
  readonly settled: Kobo;
  readonly charge: Kobo;
}

/**
 * Postings of `WalletFunded`. The provider owes us `settled`. The fee of the provider is `paid -
 * settled`, which is our expense. `charge` is our income.
 */
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

/** Postings of a fee that a customer pays us, such as `BvnCharged`. */
export const chargePostings = (userId: string, kind: string, amount: Kobo): Posting[] =>
  balanced([
    [accounts.userAvailable(userId), amount],
    [accounts.fee(kind), -amount],
  ]);

/** Postings of an administrator's correction. A negative `delta` takes money from the wallet. */
export const adjustmentPostings = (userId: string, kind: string, delta: Kobo): Posting[] =>
  balanced([
    [accounts.adjustment(kind), delta],
    [accounts.userAvailable(userId), -delta],
  ]);

/** Postings of `ManualFundingCredited`, for a customer's transfer to our bank account. */
export const bankCreditPostings = (userId: string, bank: string, amount: Kobo): Posting[] =>
  balanced([
    [accounts.bank(bank), amount],
    [accounts.userAvailable(userId), -amount],
  ]);

/** Postings of `VendorFloatToppedUp`, for our own money that we send to a vendor. */
export const topUpPostings = (bank: string, vendor: number, pays: FloatUse, amount: Kobo): Posting[] =>
  balanced([
    [pays === 'transfers' ? accounts.pspPayout(vendor) : accounts.vendorFloat(vendor), amount],
    [accounts.bank(bank), -amount],
  ]);

/**
 * Postings of `PspSettled`. The payment provider pays `amount` to our bank account and keeps `fee`.
 */
export const settlementPostings = (bank: string, provider: string, amount: Kobo, fee: Kobo): Posting[] =>
  balanced([
    [accounts.bank(bank), amount],
    [accounts.pspFee, fee],
    [accounts.pspReceivable(provider), -amount - fee],
  ]);

/** Postings of `HouseFunded`. Our own money goes into the wallet of `HOUSE_USER_ID`. */
export const houseFundingPostings = (houseId: string, amount: Kobo): Posting[] =>
  balanced([
    [accounts.houseCapital, amount],
    [accounts.userAvailable(houseId), -amount],
  ]);

/**
 * Postings of `LateSuccessDetected`. `cost` is our loss, because the customer was refunded before.
 */
export const lateSuccessPostings = ({ service, vendor, cost }: Omit<Sale, 'price'>): Posting[] =>
  balanced([
    [accounts.vendorLoss, cost],
    [paidFrom({ service, vendor }), -cost],
  ]);

/**
 * Postings of `FundingUnmatched`, for a payment without a known owner. The account `suspense` shows
 * that we owe this money.
 */
export const unmatchedPostings = ({ provider, paid, settled }: Omit<Payment, 'charge'>): Posting[] =>
  balanced([
    [accounts.pspReceivable(provider), settled],
    [accounts.pspFee, paid - settled],
    [accounts.suspense, -paid],
  ]);

/**
 * Postings that undo {@link unmatchedPostings} when a payment is assigned. An event of the owner's wallet
 * then books the payment.
 */
export const assignedPostings = ({ provider, paid, settled }: Omit<Payment, 'charge'>): Posting[] =>
  balanced([
    [accounts.suspense, paid],
    [accounts.pspReceivable(provider), -settled],
    [accounts.pspFee, settled - paid],
  ]);

/** Postings of `UnmatchedReturned`. The payment is sent back to the payer. */
export const returnedPostings = (bank: string, amount: Kobo): Posting[] =>
  balanced([
    [accounts.suspense, amount],
    [accounts.bank(bank), -amount],
  ]);

export interface TakenBack {
  readonly provider: string;
  /**
   * Kobo taken from the wallet. When the wallet has less than the disputed amount, `loss` is the difference.
   */
  readonly debited: Kobo;
  readonly loss: Kobo;
}

/**
 * Postings of `FundingChargedBack`. The payment provider deducts the disputed amount and `fee` from
 * the money that it owes us.
 */
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

/**
 * Postings that undo {@link chargebackPostings}. The fee is left out, because the payment provider
 * keeps it.
 */
export const chargebackWonPostings = (userId: string, { provider, debited, loss }: TakenBack): Posting[] =>
  balanced([
    [accounts.pspReceivable(provider), debited + loss],
    [accounts.chargebackLoss, -loss],
    [accounts.userAvailable(userId), -debited],
  ]);
