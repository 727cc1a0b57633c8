import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { AdjustmentKind } from '../contracts/admin/money-desk.contract.js';
import type { StoredProduct, Service, Tier } from '../contracts/services.js';
import type { Posting } from '../ledger/postings.js';

/**
 * Events of stream `wallet-<userId>`, the consistency boundary for money. Money is a string of kobo digits.
 * `postings` are balanced double-entry lines. `availableAfter` and `heldAfter` spare readers from adding up.
 * `sealed` is encrypted for the user.
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
  /** Provider code, or `opening` for demonstration money and balances of an older system. Idempotency key with `transactionReference`. */
  readonly provider: string;
  readonly transactionReference: string;
  /** Shown to the customer as `funding_source`. */
  readonly source: string;
  readonly paid: string;
  /** Our charge, taken from `paid`. */
  readonly charge: string;
  readonly providerFee: string;
  readonly credited: string;
  readonly availableBefore: string;
  /** Balance moved in from an older system, as of this day (`yyyy-MM-dd`). It counts as no funding. */
  readonly balanceDate?: string;
}

export interface PurchaseAccepted extends Balances {
  readonly userId: string;
  readonly purchaseId: string;
  /** Shown to the customer as `api_transaction_reference`. */
  readonly reference: string;
  readonly service: Service;
  /** Holds no personal data; read it through `productOf`. */
  readonly product: StoredProduct;
  readonly tier: Tier;
  /** Face value. */
  readonly amount: string;
  readonly discount: string;
  /** Price including the fee: the amount held. */
  readonly price: string;
  /** Part of `price` that is our fee; absent for none. */
  readonly fee?: string;
  /** Counts towards the PIN-less limit of the Lagos day. */
  readonly pinless?: true;
  readonly expectedCost: string;
  /** Code of the vendor chosen at acceptance. */
  readonly vendor: number;
  /** SHA-256 over the request without PIN, tokens and confirmation flags. */
  readonly requestDigest: string;
  /** Keyed digest of service, recipient and amount, for the duplicate guard. */
  readonly duplicateKey: string;
  /** Answer repeated for the same idempotency key. */
  readonly firstAnswer: { readonly message: string; readonly reference: string };
  /** Personal data of the order, such as `{ recipient }`, encrypted for the user. */
  readonly sealed: string;
}

export interface PurchaseCaptured extends Balances {
  readonly userId: string;
  readonly purchaseId: string;
  readonly service: Service;
  readonly vendor: number;
  /** Price charged. After a partial delivery, only the share of the delivered pieces. */
  readonly price: string;
  readonly cost: string;
  /** Partial delivery: pieces delivered, and kobo `released` to the customer. */
  readonly part?: { readonly delivered: number; readonly of: number };
  readonly released?: string;
  /** ISO 8601 time of purchase; absent in old events. */
  readonly acceptedAt?: string;
}

export interface PurchaseReleased extends Balances {
  readonly userId: string;
  readonly purchaseId: string;
  readonly service: Service;
  /** Vendor asked last, 0 when none was; absent in old events. */
  readonly vendor?: number;
  readonly price: string;
  /** Reason of the release: code of the vendor, `not-found` or `review`. */
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

/**
 * Money paid to us, not to a vendor. A subscriber turns the owner of an `UpgradeCharged` into an affiliate.
 */
export interface Charged extends Balances {
  readonly userId: string;
  /** Idempotency key, unique among charges of the same type in this wallet. */
  readonly chargeId: string;
  readonly amount: string;
  readonly pinless?: true;
}

/** Change of money by an administrator, the `actor` of the event. */
interface Decided extends Balances {
  readonly userId: string;
  /** Idempotency key of the change in this wallet. */
  readonly commandId: string;
  readonly reason: string;
  readonly availableBefore: string;
}

export interface WalletAdjusted extends Decided {
  readonly kind: AdjustmentKind;
  /** Positive adds money, negative takes it. */
  readonly delta: string;
  /** Id of the second administrator; absent where one was enough. */
  readonly approvedBy?: string;
}

/** Only in the wallet of `HOUSE_USER_ID`. */
export interface HouseFunded extends Decided {
  readonly amount: string;
  readonly approvedBy?: string;
}

/** Approved adjustment without effect, because the balance changed before the approval. */
export interface AdjustmentLapsed {
  readonly userId: string;
  readonly commandId: string;
  /** Balance when the change was requested, and when it was approved. */
  readonly before: string;
  readonly available: string;
  readonly approvedBy: string;
}

/** Payment into a bank account of ours. */
export interface ManualFundingCredited extends Decided {
  readonly amount: string;
  readonly bank: string;
  readonly reference: string;
  /** Reference to the proof. */
  readonly evidence: string;
  readonly approvedBy?: string;
}

/** Payment that the card holder's bank disputed. */
interface OfDispute extends Decided {
  readonly provider: string;
  /** References of payment and dispute at the provider. */
  readonly transactionReference: string;
  readonly dispute: string;
  /** Disputed kobo, `loss` included. */
  readonly amount: string;
  readonly loss: string;
  readonly evidence: string;
  readonly approvedBy?: string;
}

/** Chargeback of a payment. `commandId` is derived from the dispute. */
export interface FundingChargedBack extends OfDispute {
  readonly debited: string;
  /** Kobo the provider charges us for the chargeback. */
  readonly fee: string;
}

/** Dispute won: the provider has paid the disputed money to us again. */
export interface ChargebackWon extends OfDispute {
  readonly chargebackId: string;
  readonly credited: string;
}

/** Narrows a stored event by its type; undefined for an unknown type. */
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
