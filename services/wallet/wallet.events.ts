import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { AdjustmentKind } from '../contracts/admin/money-desk.contract.js';
import type { StoredProduct, Service, Tier } from '../contracts/services.js';
import type { Posting } from '../ledger/postings.js';

/**
 * Facts of one wallet, in stream `wallet-<userId>`: the consistency boundary for money.
 * Money is a string of kobo digits. `postings` are balanced double-entry lines. `availableAfter` and `heldAfter` are the
 * wallet's balances after the event, so that no reader has to add up. `sealed` is personal data encrypted for the user.
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
  /** Provider code: `monnify`, or `opening` for demonstration money. With the reference, the key of idempotency. */
  readonly provider: string;
  readonly transactionReference: string;
  /** Shown to the customer as funding_source. */
  readonly source: string;
  readonly paid: string;
  /** Our charge, kept from the amount paid. */
  readonly charge: string;
  /** What the provider kept. */
  readonly providerFee: string;
  readonly credited: string;
  readonly availableBefore: string;
}

export interface PurchaseAccepted extends Balances {
  readonly userId: string;
  readonly purchaseId: string;
  /** Shown to the customer as api_transaction_reference. */
  readonly reference: string;
  readonly service: Service;
  /** What is bought, without personal data; read through `productOf`. */
  readonly product: StoredProduct;
  readonly tier: Tier;
  /** Face value, what is delivered. */
  readonly amount: string;
  readonly discount: string;
  /** What the customer pays, fee included: held now, captured or released later. */
  readonly price: string;
  /** The part of the price that is our fee and not the product; absent for none. */
  readonly fee?: string;
  /** Bought without the PIN: counts towards the limit of the day. */
  readonly pinless?: true;
  /** What we expect the vendor to charge. */
  readonly expectedCost: string;
  /** Vendor code of the configuration chosen when it was accepted. */
  readonly vendor: number;
  /** SHA-256 over what was asked, without PIN, tokens and confirmation flags. */
  readonly requestDigest: string;
  /** Keyed digest of service, recipient and amount, for the duplicate guard. */
  readonly duplicateKey: string;
  /** The answer to repeat for the same idempotency key. */
  readonly firstAnswer: { readonly message: string; readonly reference: string };
  /** `{ recipient }` and whatever else of the order is personal, encrypted for the user. */
  readonly sealed: string;
}

export interface PurchaseCaptured extends Balances {
  readonly userId: string;
  readonly purchaseId: string;
  readonly service: Service;
  readonly vendor: number;
  /** What was sold: the price, or of a partial delivery its share. */
  readonly price: string;
  readonly cost: string;
  /** Of a partial delivery: how much of it there was, and what of the hold went back to the customer. */
  readonly part?: { readonly delivered: number; readonly of: number };
  readonly released?: string;
  /** ISO 8601, when the customer bought it; absent in what older versions stored. */
  readonly acceptedAt?: string;
}

export interface PurchaseReleased extends Balances {
  readonly userId: string;
  readonly purchaseId: string;
  readonly service: Service;
  /** Who was asked last, 0 when nobody was; absent in what older versions stored. */
  readonly vendor?: number;
  readonly price: string;
  /** Our word for why: the vendor's code class, `not-found`, `review`. */
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

/** Paid to us and not to a vendor. `UpgradeCharged` makes its owner an affiliate: whoever follows the log sees to it. */
export interface Charged extends Balances {
  readonly userId: string;
  /** Names this charge among all of its kind in this wallet: asked for again, it is the same charge. */
  readonly chargeId: string;
  readonly amount: string;
  /** Asked for without the PIN; absent otherwise. */
  readonly pinless?: true;
}

/** What a person decided about money, whose actor is that person. */
interface Decided extends Balances {
  readonly userId: string;
  /** Names this change in this wallet: asked for again, it is the same change. */
  readonly commandId: string;
  /** In the person's own words. */
  readonly reason: string;
  readonly availableBefore: string;
}

export interface WalletAdjusted extends Decided {
  readonly kind: AdjustmentKind;
  /** Given when positive, taken when negative. */
  readonly delta: string;
  /** Id of the second administrator who agreed; absent where one was enough. */
  readonly approvedBy?: string;
}

/** Only of the wallet that administrators buy from. */
export interface HouseFunded extends Decided {
  readonly amount: string;
  readonly approvedBy?: string;
}

/** What two administrators agreed on came too late: the balance was another one by then. It never happens. */
export interface AdjustmentLapsed {
  readonly userId: string;
  readonly commandId: string;
  /** What could be spent when it was asked for, and what can be now. */
  readonly before: string;
  readonly available: string;
  readonly approvedBy: string;
}

/** A payment at a bank of ours. */
export interface ManualFundingCredited extends Decided {
  readonly amount: string;
  readonly bank: string;
  readonly reference: string;
  /** Where the proof is kept. */
  readonly evidence: string;
  readonly approvedBy?: string;
}

/** Which payment through a payment provider a card holder's bank disputed, and what of it was in the wallet. */
interface OfDispute extends Decided {
  readonly provider: string;
  /** The payment, and the dispute, as the provider names them. */
  readonly transactionReference: string;
  readonly dispute: string;
  /** What the bank disputed: what is taken from the wallet, or given back to it, and what is our loss. Kobo digits. */
  readonly amount: string;
  readonly loss: string;
  /** Where the proof is kept. */
  readonly evidence: string;
  /** Id of the second administrator who agreed; absent where one was enough. */
  readonly approvedBy?: string;
}

/** The provider took a payment back. `commandId` names the chargeback and follows from the dispute. */
export interface FundingChargedBack extends OfDispute {
  readonly debited: string;
  /** What the provider charges us for it. */
  readonly fee: string;
}

/** The dispute was decided for us: the provider passed the payment on again. */
export interface ChargebackWon extends OfDispute {
  readonly chargebackId: string;
  readonly credited: string;
}

/** The event of a wallet, with the shape its type says; undefined for a type that this version does not know. */
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
