import type { AccountCosts } from '../products/product.js';
import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { AdjustmentKind } from '../contracts/admin/money-desk.contract.js';
import type { StoredProduct, Service, Tier } from '../contracts/services.js';
import type { Posting } from '../ledger/postings.js';

/**
 * Events of the stream `wallet-<userId>`. Amounts are kobo as strings of digits. The sum of
 * `postings` is zero. `sealed` is data that is encrypted for the user.
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
   * Code of the payment provider. `opening` stands for demonstration money, and for balances of an older
   * system. Together with `transactionReference`, this code is the idempotency key.
   */
  readonly provider: string;
  readonly transactionReference: string;
  /** Customers see this text as `funding_source`. */
  readonly source: string;
  readonly paid: string;
  /** Amount that we charge for the funding. It is taken from `paid`. */
  readonly charge: string;
  readonly providerFee: string;
  readonly credited: string;
  readonly availableBefore: string;
  /**
   * Day (`yyyy-MM-dd`) of a balance from an older system. Present only when the event moves such a balance into
   * the wallet.
   */
  readonly balanceDate?: string;
}

export interface PurchaseAccepted extends Balances {
  readonly userId: string;
  readonly purchaseId: string;
  /** Customers see this text as `api_transaction_reference`. */
  readonly reference: string;
  readonly service: Service;
  /** Product in its stored form. Contains no personal data. Read this field through `productOf`. */
  readonly product: StoredProduct;
  readonly tier: Tier;
  /** Face value in kobo, before the discount. */
  readonly amount: string;
  readonly discount: string;
  /** Price including the fee. It moves from the available balance to the held balance. */
  readonly price: string;
  /** Part of `price` that is our fee. Absent when there is no fee. */
  readonly fee?: string;
  /**
   * True when the purchase was made without a PIN. The price then counts towards the daily limit for such
   * purchases.
   */
  readonly pinless?: true;
  readonly expectedCost: string;
  /** Expected costs at other vendors. Absent where all have `expectedCost`. */
  readonly otherCosts?: AccountCosts;
  /** Code of the vendor that was chosen when the purchase was accepted. */
  readonly vendor: number;
  /** SHA-256 of the order. PIN, tokens and confirmation flags are left out. */
  readonly requestDigest: string;
  /**
   * Digest of service, recipient and amount, made with a secret key. Two purchases with the same digest may
   * be duplicates.
   */
  readonly duplicateKey: string;
  /** Answer to the first request. Each later request with the same idempotency key gets this answer. */
  readonly firstAnswer: { readonly message: string; readonly reference: string };
  /** Personal data of the order, such as `{ recipient }`, encrypted for the user. */
  readonly sealed: string;
}

export interface PurchaseCaptured extends Balances {
  readonly userId: string;
  readonly purchaseId: string;
  readonly service: Service;
  readonly vendor: number;
  /** Kobo that the customer paid. After a partial delivery, only the price of the delivered pieces. */
  readonly price: string;
  readonly cost: string;
  /**
   * Present after a partial delivery. `delivered` is the number of delivered pieces, and `of` is the number
   * of ordered pieces.
   */
  readonly part?: { readonly delivered: number; readonly of: number };
  readonly released?: string;
  /** ISO 8601 time of `PurchaseAccepted`. Absent in old events. */
  readonly acceptedAt?: string;
}

export interface PurchaseReleased extends Balances {
  readonly userId: string;
  readonly purchaseId: string;
  readonly service: Service;
  /** Code of the last vendor of the purchase. 0 when no vendor got the order. Absent in old events. */
  readonly vendor?: number;
  readonly price: string;
  /** Reason of the refund: the code of the vendor, `not-found` or `review`. */
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

/** Charge for a service that we provide. `UpgradeCharged` also makes the customer an affiliate. */
export interface Charged extends Balances {
  readonly userId: string;
  /** Idempotency key. In this wallet, no two events of the same type have the same key. */
  readonly chargeId: string;
  readonly amount: string;
  readonly pinless?: true;
}

/** Change that an administrator made. `actor` of the event names this administrator. */
interface Decided extends Balances {
  readonly userId: string;
  /** Idempotency key. In this wallet, no two changes have the same key. */
  readonly commandId: string;
  readonly reason: string;
  readonly availableBefore: string;
}

export interface WalletAdjusted extends Decided {
  readonly kind: AdjustmentKind;
  /** Positive when the change adds money, negative when the change takes money. */
  readonly delta: string;
  /** User id of the second administrator. Absent when the change needed only one administrator. */
  readonly approvedBy?: string;
}

/** Our own money that was moved into the wallet of `HOUSE_USER_ID`. */
export interface HouseFunded extends Decided {
  readonly amount: string;
  readonly approvedBy?: string;
}

/** Adjustment that was approved but not made, because the balance had changed before the approval. */
export interface AdjustmentLapsed {
  readonly userId: string;
  readonly commandId: string;
  /** `before` is the balance at the request. `available` is the balance at the approval. */
  readonly before: string;
  readonly available: string;
  readonly approvedBy: string;
}

/** Payment that arrived in our own bank account. */
export interface ManualFundingCredited extends Decided {
  readonly amount: string;
  readonly bank: string;
  readonly reference: string;
  /** Name or number of the document that proves that the payment arrived. */
  readonly evidence: string;
  readonly approvedBy?: string;
}

/** Payment about which the payer's bank has started a dispute. */
interface OfDispute extends Decided {
  readonly provider: string;
  /** Provider's references of the payment and the dispute. */
  readonly transactionReference: string;
  readonly dispute: string;
  /** Disputed kobo, `loss` included. */
  readonly amount: string;
  readonly loss: string;
  readonly evidence: string;
  readonly approvedBy?: string;
}

/**
 * Disputed payment that was taken back from the wallet. `commandId` is computed from the id of the dispute.
 */
export interface FundingChargedBack extends OfDispute {
  readonly debited: string;
  /** Kobo that the provider charges us for the dispute. */
  readonly fee: string;
}

/** Dispute that we have won. The provider has returned the disputed money to us. */
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
