import type { AccountCosts } from '../products/product.js';
import type { AdjustmentKind } from '../contracts/admin/money-desk.contract.js';
import type { Kobo } from '../contracts/money.js';
import type { Product } from '../contracts/services.js';
import type { PurchaseAccepted } from './wallet.events.js';

/** A command with the same `commandId` as an earlier one succeeds without storing events. */
export type WalletCommand =
  | OpenWallet
  | FundWallet
  | AcceptPurchase
  | CapturePurchase
  | ReleasePurchase
  | ReversePurchase
  | ChargeOnce
  | AdjustWallet
  | FundHouse
  | CreditManually
  | ChargeBack
  | WinChargeback;

export interface OpenWallet {
  readonly type: 'OpenWallet';
}

/**
 * A payment with the same `provider` and `transactionReference` is credited only once. The wallet is opened
 * if it does not exist.
 */
export interface FundWallet {
  readonly type: 'FundWallet';
  /**
   * Code of the payment provider. `opening` stands for demonstration money, and for balances that were moved
   * from an older system.
   */
  readonly provider: string;
  readonly transactionReference: string;
  readonly source: string;
  readonly paid: Kobo;
  /** Amount `paid` minus the fee that the payment provider keeps. */
  readonly settled: Kobo;
  readonly charge: Kobo;
  readonly balanceDate?: string;
}

type AsAccepted = Pick<
  PurchaseAccepted,
  | 'purchaseId'
  | 'reference'
  | 'service'
  | 'tier'
  | 'vendor'
  | 'requestDigest'
  | 'duplicateKey'
  | 'firstAnswer'
  | 'sealed'
>;

export interface AcceptPurchase extends AsAccepted {
  readonly type: 'AcceptPurchase';
  readonly product: Product;
  readonly amount: Kobo;
  readonly discount: Kobo;
  readonly price: Kobo;
  readonly expectedCost: Kobo;
  readonly otherCosts?: AccountCosts;
  /** Part of `price` that is our fee. 0 when absent. */
  readonly fee?: Kobo;
  /** Maximum amount in kobo that a customer may spend per Lagos day without a PIN. */
  readonly pinlessLimit?: Kobo;
  readonly confirmDuplicate: boolean;
  /** Recipient, used only in the text of a refusal, and never stored. */
  readonly recipient?: string;
}

/** Takes the held price after the delivery of the purchase. */
export interface CapturePurchase {
  readonly type: 'CapturePurchase';
  readonly purchaseId: string;
  readonly vendor: number;
  readonly cost: Kobo;
  readonly part?: { readonly delivered: number; readonly of: number };
}

/** Use this command only when it is certain that the purchase failed. */
export interface ReleasePurchase {
  readonly type: 'ReleasePurchase';
  readonly purchaseId: string;
  readonly vendor?: number;
  readonly reason: string;
}

/** Refunds a purchase whose delivery the vendor has reversed. */
export interface ReversePurchase {
  readonly type: 'ReversePurchase';
  readonly purchaseId: string;
  readonly vendor: number;
  readonly cost: Kobo;
  readonly reason: string;
}

/** A charge with the same `kind` and `chargeId` is made only once. */
export interface ChargeOnce {
  readonly type: 'ChargeOnce';
  readonly kind: ChargeKind;
  readonly chargeId: string;
  readonly amount: Kobo;
  /** Maximum amount in kobo that a customer may spend per Lagos day without a PIN. */
  readonly pinlessLimit?: Kobo;
}

export type ChargeKind = 'upgrade' | 'bvn';

/** Opens the wallet if it does not exist. */
export interface AdjustWallet {
  readonly type: 'AdjustWallet';
  readonly commandId: string;
  readonly kind: AdjustmentKind;
  /** Reason that the administrator gave, never empty. */
  readonly reason: string;
  /** Balance that the administrator saw when making the change. */
  readonly before: Kobo;
  readonly after: Kobo;
  readonly approvedBy?: string;
}

/** Moves our own money into the wallet of `HOUSE_USER_ID`. */
export interface FundHouse {
  readonly type: 'FundHouse';
  readonly commandId: string;
  readonly amount: Kobo;
  readonly reason: string;
  readonly approvedBy?: string;
}

/** Credits a payment that arrived in our own bank account. */
export interface CreditManually {
  readonly type: 'CreditManually';
  readonly commandId: string;
  readonly amount: Kobo;
  readonly bank: string;
  readonly reference: string;
  readonly evidence: string;
  readonly reason: string;
  readonly approvedBy?: string;
}

interface OfDispute {
  readonly commandId: string;
  readonly provider: string;
  readonly transactionReference: string;
  readonly dispute: string;
  readonly amount: Kobo;
  readonly evidence: string;
  readonly reason: string;
  readonly approvedBy?: string;
}

export interface ChargeBack extends OfDispute {
  readonly type: 'ChargeBack';
  readonly fee: Kobo;
}

export interface WinChargeback extends OfDispute {
  readonly type: 'WinChargeback';
  readonly chargebackId: string;
  /** Kobo that the chargeback had taken from the wallet. */
  readonly debited: Kobo;
}
