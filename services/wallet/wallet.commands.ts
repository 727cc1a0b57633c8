import type { AdjustmentKind } from '../contracts/admin/money-desk.contract.js';
import type { Kobo } from '../contracts/money.js';
import type { Product } from '../contracts/services.js';
import type { PurchaseAccepted } from './wallet.events.js';

/** Commands on a wallet. A repeated `commandId` succeeds without events. */
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

/** Credits a payment once per (`provider`, `transactionReference`); opens the wallet if needed. */
export interface FundWallet {
  readonly type: 'FundWallet';
  /**
   * Code of the payment provider. `opening` books demonstration money, and balances moved from an older
   * system.
   */
  readonly provider: string;
  readonly transactionReference: string;
  readonly source: string;
  readonly paid: Kobo;
  /** `paid` minus the payment provider's own fee. */
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
  /** Part of `price` that is our fee; 0 by default. */
  readonly fee?: Kobo;
  /** Limit in kobo per Lagos day for purchases without a PIN. */
  readonly pinlessLimit?: Kobo;
  readonly confirmDuplicate: boolean;
  /** Recipient that a refusal names; never stored. */
  readonly recipient?: string;
}

/** Turns the held price into a sale after delivery. */
export interface CapturePurchase {
  readonly type: 'CapturePurchase';
  readonly purchaseId: string;
  readonly vendor: number;
  readonly cost: Kobo;
  readonly part?: { readonly delivered: number; readonly of: number };
}

/** Returns the held price once it is certain that the purchase failed. */
export interface ReleasePurchase {
  readonly type: 'ReleasePurchase';
  readonly purchaseId: string;
  readonly vendor?: number;
  readonly reason: string;
}

/** Refunds a delivery that the vendor reversed. */
export interface ReversePurchase {
  readonly type: 'ReversePurchase';
  readonly purchaseId: string;
  readonly vendor: number;
  readonly cost: Kobo;
  readonly reason: string;
}

/** Charges the wallet for a service of ours. Applied once per (`kind`, `chargeId`). */
export interface ChargeOnce {
  readonly type: 'ChargeOnce';
  readonly kind: ChargeKind;
  readonly chargeId: string;
  readonly amount: Kobo;
  /** Limit in kobo per Lagos day for charges without a PIN. */
  readonly pinlessLimit?: Kobo;
}

export type ChargeKind = 'upgrade' | 'bvn';

/** Sets the balance to `after`. Opens the wallet if needed. */
export interface AdjustWallet {
  readonly type: 'AdjustWallet';
  readonly commandId: string;
  readonly kind: AdjustmentKind;
  /** Reason given by the administrator; never empty. */
  readonly reason: string;
  /** Balance that the administrator saw. */
  readonly before: Kobo;
  readonly after: Kobo;
  readonly approvedBy?: string;
}

/** Adds our own money to the wallet of `HOUSE_USER_ID`. */
export interface FundHouse {
  readonly type: 'FundHouse';
  readonly commandId: string;
  readonly amount: Kobo;
  readonly reason: string;
  readonly approvedBy?: string;
}

/** Credits a payment that arrived on our bank account. Opens the wallet if needed. */
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

/** Takes a disputed payment back, up to the available balance. */
export interface ChargeBack extends OfDispute {
  readonly type: 'ChargeBack';
  readonly fee: Kobo;
}

/** Returns exactly `debited` to the wallet after a won dispute. */
export interface WinChargeback extends OfDispute {
  readonly type: 'WinChargeback';
  readonly chargebackId: string;
  /** Kobo that the chargeback took from the wallet. */
  readonly debited: Kobo;
}
