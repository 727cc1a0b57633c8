import type { AdjustmentKind } from '../contracts/admin/money-desk.contract.js';
import type { Kobo } from '../contracts/money.js';
import type { Product } from '../contracts/services.js';
import type { PurchaseAccepted } from './wallet.events.js';

/** What can be asked of a wallet. Each settles with the events it led to, none when it had already happened. */
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

/** A verified payment. Applied once per (provider, transactionReference); opens the wallet when it is not open yet. */
export interface FundWallet {
  readonly type: 'FundWallet';
  /** `opening` books demonstration money; any other is a payment provider. */
  readonly provider: string;
  readonly transactionReference: string;
  readonly source: string;
  readonly paid: Kobo;
  /** What the provider passes on to us: paid less its own fee. */
  readonly settled: Kobo;
  /** Our charge. */
  readonly charge: Kobo;
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
  /** The part of the price that is our fee; nothing by default. */
  readonly fee?: Kobo;
  /** Bought without the PIN: refused beyond this much a Lagos day, what was so bought before included. */
  readonly pinlessLimit?: Kobo;
  /** The customer was asked and wants the same again. */
  readonly confirmDuplicate: boolean;
  /** Only for the words of a refusal; never stored. */
  readonly recipient?: string;
}

/** The vendor delivered: the hold becomes a sale. */
export interface CapturePurchase {
  readonly type: 'CapturePurchase';
  readonly purchaseId: string;
  readonly vendor: number;
  /** What the vendor charged us. */
  readonly cost: Kobo;
  /** It delivered only so much: the rest of the hold is given back in the same step. */
  readonly part?: { readonly delivered: number; readonly of: number };
}

/** The vendor failed for certain: the hold is given back. */
export interface ReleasePurchase {
  readonly type: 'ReleasePurchase';
  readonly purchaseId: string;
  /** Who was asked last; absent or 0 when nobody was. */
  readonly vendor?: number;
  readonly reason: string;
}

/** The vendor took a delivery back. Vendor and cost are used only when the capture itself was not seen yet. */
export interface ReversePurchase {
  readonly type: 'ReversePurchase';
  readonly purchaseId: string;
  readonly vendor: number;
  readonly cost: Kobo;
  readonly reason: string;
}

/** Takes what we earn for something of our own, at once and for good. Applied once per (kind, chargeId). */
export interface ChargeOnce {
  readonly type: 'ChargeOnce';
  readonly kind: ChargeKind;
  readonly chargeId: string;
  readonly amount: Kobo;
  /** Asked for without the PIN: counts with what was so bought, and is refused beyond this much a Lagos day. */
  readonly pinlessLimit?: Kobo;
}

/** The upgrade to an affiliate account, and the check of a BVN where it has a price. */
export type ChargeKind = 'upgrade' | 'bvn';

/** A person makes a balance what it should be. Applied once per commandId; opens the wallet when it is not open yet. */
export interface AdjustWallet {
  readonly type: 'AdjustWallet';
  readonly commandId: string;
  readonly kind: AdjustmentKind;
  /** In the person's own words; never empty. */
  readonly reason: string;
  /**
   * What could be spent when the person decided: refused when it is something else by now. What two persons agreed on lapses
   * instead, for good.
   */
  readonly before: Kobo;
  readonly after: Kobo;
  /** Of the second person who agreed; absent where one is enough. */
  readonly approvedBy?: string;
}

/** Our own money for the wallet that administrators buy from. Applied once per commandId. */
export interface FundHouse {
  readonly type: 'FundHouse';
  readonly commandId: string;
  readonly amount: Kobo;
  readonly reason: string;
  /** Id of the second administrator who agreed; absent where one was enough. */
  readonly approvedBy?: string;
}

/** A payment that arrived at a bank of ours, as a person read it there. Applied once per commandId; opens the wallet. */
export interface CreditManually {
  readonly type: 'CreditManually';
  readonly commandId: string;
  readonly amount: Kobo;
  readonly bank: string;
  readonly reference: string;
  readonly evidence: string;
  readonly reason: string;
  /** Of the second person who agreed; absent where one is enough. */
  readonly approvedBy?: string;
}

interface OfDispute {
  /** Follows from the dispute. */
  readonly commandId: string;
  readonly provider: string;
  readonly transactionReference: string;
  readonly dispute: string;
  readonly amount: Kobo;
  readonly evidence: string;
  readonly reason: string;
  /** Of the second person who agreed; absent where one is enough. */
  readonly approvedBy?: string;
}

/** The payment provider took a payment back: so does the wallet, as far as it can be spent. Applied once per commandId. */
export interface ChargeBack extends OfDispute {
  readonly type: 'ChargeBack';
  readonly fee: Kobo;
}

/** The dispute was decided for us: exactly what was taken is given back. Applied once per commandId. */
export interface WinChargeback extends OfDispute {
  readonly type: 'WinChargeback';
  readonly chargebackId: string;
  /** What the chargeback took from the wallet; the rest of the amount was our loss. */
  readonly debited: Kobo;
}
