import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { AdjustmentKind } from '../contracts/admin/money-desk.contract.js';
import type { StoredProduct, Service, Tier } from '../contracts/services.js';
import type { Posting } from '../ledger/postings.js';

/**
 * Events of the stream `wallet-<userId>`. Money is a string of kobo digits; `postings` are balanced. `sealed`
 * contains data encrypted for the user.
 */
export type WalletEvent =
  | NewEvent<'WalletOpened', { readonly userId: string }>
  | NewEvent<'WalletFunded', WalletFunded>
  | NewEvent<'PurchaseAccepted', PurchaseAccepted>
  | NewEvent<'PurchaseCaptured', PurchaseCaptured>
  | NewEvent<'PurchaseReleased', PurchaseReleased>
  | NewEvent<'PurchaseReversed', PurchaseReversed>
  | NewEvent<'UpgradeCharged', Charged>
  | NewEvent<'BvnCharged', Charged>
  | NewEvent<'WalletAdjusted', WalletAdjusted>
  | NewEvent<'HouseFunded', HouseFunded>
  | NewEvent<'AdjustmentLapsed', AdjustmentLapsed>
  | NewEvent<'ManualFundingCredited', ManualFundingCredited>
  | NewEvent<'FundingChargedBack', FundingChargedBack>
  | NewEvent<'ChargebackWon', ChargebackWon>;

interface Balances {
  readonly availableAfter: string;
  readonly heldAfter: string;
  readonly postings: readonly Posting[];
}

export interface WalletFunded extends Balances {
  readonly userId: string;
  /**
   * Provider code, or `opening` for demonstration money and balances of an older system. Idempotency key
   * together with `transactionReference`.
   */
  readonly provider: string;
  readonly transactionReference: string;
  /** Shown to the customer as `funding_source`. */
  readonly source: string;
  readonly paid: string;
  /** Our charge for the funding, taken from `paid`. */
  readonly charge: string;
  readonly providerFee: string;
  readonly credited: string;
  readonly availableBefore: string;
  /** Day of a balance moved from an older system (`yyyy-MM-dd`), which does not count as a funding. */
  readonly balanceDate?: string;
}

export interface PurchaseAccepted extends Balances {
  readonly userId: string;
  readonly purchaseId: string;
  /** Shown to the customer as `api_transaction_reference`. */
  readonly reference: string;
  readonly service: Service;
  /** Product in its stored form, without personal data. Read this field through `productOf`. */
  readonly product: StoredProduct;
  readonly tier: Tier;
  /** Face value in kobo, before discount. */
  readonly amount: string;
  readonly discount: string;
  /** Price including the fee. Moved from the available to the held balance. */
  readonly price: string;
  /** Part of `price` that is our fee; absent when there is none. */
  readonly fee?: string;
  /** True when the purchase counts towards the daily limit for purchases without a PIN. */
  readonly pinless?: true;
  readonly expectedCost: string;
  /** Vendor chosen when the purchase was accepted. */
  readonly vendor: number;
  /** SHA-256 of the order, without PIN, tokens and confirmation flags. */
  readonly requestDigest: string;
  /** Keyed digest of service, recipient and amount, for the guard against duplicate purchases. */
  readonly duplicateKey: string;
  /** Answer that every repeat of the idempotency key gets. */
  readonly firstAnswer: { readonly message: string; readonly reference: string };
  /** Personal data of the order, such as `{ recipient }`, encrypted for the user. */
  readonly sealed: string;
}

export interface PurchaseCaptured extends Balances {
  readonly userId: string;
  readonly purchaseId: string;
  readonly service: Service;
  readonly vendor: number;
  /** Kobo charged. After a partial delivery, only the price of the delivered pieces. */
  readonly price: string;
  readonly cost: string;
  /** Present for a partial delivery: `delivered` pieces out of `of` ordered. */
  readonly part?: { readonly delivered: number; readonly of: number };
  readonly released?: string;
  /** ISO 8601 time of `PurchaseAccepted`; absent in old events. */
  readonly acceptedAt?: string;
}

export interface PurchaseReleased extends Balances {
  readonly userId: string;
  readonly purchaseId: string;
  readonly service: Service;
  /** Last vendor of the purchase; 0 without one; absent in old events. */
  readonly vendor?: number;
  readonly price: string;
  /** Reason of the refund: the vendor's code, `not-found` or `review`. */
  readonly reason: string;
}

export interface PurchaseReversed extends Balances {
  readonly userId: string;
  readonly purchaseId: string;
  readonly service: Service;
  readonly vendor: number;
  readonly price: string;
  readonly cost: string;
  readonly reason: string;
}

/** Charge for a service of ours, paid at once. `UpgradeCharged` makes the customer an affiliate. */
export interface Charged extends Balances {
  readonly userId: string;
  /** Idempotency key; unique per event type in this wallet. */
  readonly chargeId: string;
  readonly amount: string;
  readonly pinless?: true;
}

/** Change by the administrator in `actor`. */
interface Decided extends Balances {
  readonly userId: string;
  /** Idempotency key; unique in this wallet. */
  readonly commandId: string;
  readonly reason: string;
  readonly availableBefore: string;
}

export interface WalletAdjusted extends Decided {
  readonly kind: AdjustmentKind;
  /** Positive when money is added, negative when it is taken. */
  readonly delta: string;
  /** User id of the second administrator; absent when one was enough. */
  readonly approvedBy?: string;
}

/** Our own money, moved to the wallet of `HOUSE_USER_ID`. */
export interface HouseFunded extends Decided {
  readonly amount: string;
  readonly approvedBy?: string;
}

/** Approved adjustment that changed nothing, because the balance changed before the approval. */
export interface AdjustmentLapsed {
  readonly userId: string;
  readonly commandId: string;
  /** `before`: balance at the request; `available`: balance at the approval. */
  readonly before: string;
  readonly available: string;
  readonly approvedBy: string;
}

/** Payment that arrived on our bank account. */
export interface ManualFundingCredited extends Decided {
  readonly amount: string;
  readonly bank: string;
  readonly reference: string;
  /** Name or number of the document that proves the payment. */
  readonly evidence: string;
  readonly approvedBy?: string;
}

/** Payment that the payer's bank disputes. */
interface OfDispute extends Decided {
  readonly provider: string;
  /** References of the payment and the dispute at the provider. */
  readonly transactionReference: string;
  readonly dispute: string;
  /** Disputed kobo, `loss` included. */
  readonly amount: string;
  readonly loss: string;
  readonly evidence: string;
  readonly approvedBy?: string;
}

/** Disputed payment taken back. `commandId` is derived from the dispute's id. */
export interface FundingChargedBack extends OfDispute {
  readonly debited: string;
  /** Kobo that the provider charges for the dispute. */
  readonly fee: string;
}

/** Won dispute: the provider has paid us the money again. */
export interface ChargebackWon extends OfDispute {
  readonly chargebackId: string;
  readonly credited: string;
}

export const walletEvent = eventReader<WalletEvent>({
  WalletOpened: true,
  WalletFunded: true,
  PurchaseAccepted: true,
  PurchaseCaptured: true,
  PurchaseReleased: true,
  PurchaseReversed: true,
  UpgradeCharged: true,
  BvnCharged: true,
  WalletAdjusted: true,
  HouseFunded: true,
  AdjustmentLapsed: true,
  ManualFundingCredited: true,
  FundingChargedBack: true,
  ChargebackWon: true,
});
