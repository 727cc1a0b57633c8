import type { Artefacts } from '../contracts/artefacts.js';
import type { Kobo } from '../contracts/money.js';
import type { DiscoCode, MeterType } from '../contracts/electricity.contract.js';
import type { CableCode } from '../contracts/cable.contract.js';
import type { NetworkCode } from '../contracts/fields/codes.js';
import type { SendWindow } from './send-window.js';
import type { OrderWithoutPerson, VendorRequest } from '../products/products.js';

export interface VendorAttempt {
  /** Our reference of the attempt, stored before any byte is sent. */
  readonly vendorReference: string;
  /** Vendor's own id of the order, set once an answer contained it. */
  readonly vendorTransactionId?: string;
  readonly request: VendorRequest;
}

/** Attempt that a vendor is asked about. An erased customer leaves no personal fields in `request`. */
export interface AskedAttempt extends Omit<VendorAttempt, 'request'> {
  readonly request: VendorRequest | OrderWithoutPerson;
}

export interface ClaimedAttempt extends VendorAttempt {
  readonly window: SendWindow;
}

/** Cause of a failure: the customer's input, our account at the vendor, or the biller behind the vendor. */
export type Blame = 'input' | 'ourAccount' | 'biller';

/**
 * Part of our account that the vendor refuses: `access` (key, address or the account as a whole), an empty `balance`,
 * the `plan` or product, the `order` as we write it, our `reference`.
 */
export type AccountFault = 'access' | 'balance' | 'plan' | 'order' | 'reference';

/** Anything unlisted, unparsable or late is `unknown`, never `failed`. */
export type VendorOutcome =
  | {
      readonly outcome: 'delivered';
      readonly vendorTransactionId?: string;
      readonly cost?: Kobo;
      readonly artefacts?: Artefacts;
    }
  /** Final: `delivered` of `of` pieces arrived. */
  | {
      readonly outcome: 'partial';
      readonly delivered: number;
      readonly of: number;
      readonly vendorTransactionId?: string;
      readonly cost?: Kobo;
      readonly artefacts?: Artefacts;
    }
  /** `unread`: text that the vendor handed over, unreadable or not delivered yet. */
  | {
      readonly outcome: 'pending';
      readonly code: string;
      readonly vendorTransactionId?: string;
      readonly unread?: string;
    }
  | {
      readonly outcome: 'failed';
      readonly charged: false;
      readonly code: string;
      readonly blame: Blame;
      /** Only with `ourAccount`. */
      readonly fault?: AccountFault;
    }
  | { readonly outcome: 'reversed'; readonly code: string; readonly vendorTransactionId?: string }
  | {
      readonly outcome: 'review';
      readonly code: string;
      readonly vendorTransactionId?: string;
      readonly unread?: string;
    }
  /** `silent`: no answer came, so earlier answers stay valid. */
  | {
      readonly outcome: 'unknown';
      readonly reason: string;
      readonly silent?: true;
      readonly vendorTransactionId?: string;
    };

/** `found` is the outcome if the missing pieces never arrive. */
export type QueryOutcome =
  | VendorOutcome
  | {
      readonly outcome: 'notFound';
      readonly code: string;
      readonly found?: Extract<VendorOutcome, { readonly outcome: 'delivered' | 'partial' }>;
      /** True when every piece known to the vendor failed. */
      readonly othersFailed?: true;
    };

export interface VendorCapabilities {
  readonly clientReference: boolean;
  readonly queryByClientReference: boolean;
  readonly queryMinAgeMs: number;
  readonly queryMaxCount: number;
}

/** Asks for the owner of a number before payment. */
export type Lookup =
  | { readonly kind: 'smartcard'; readonly provider: CableCode; readonly number: string }
  | {
      readonly kind: 'meter';
      readonly disco: DiscoCode;
      readonly meterType: MeterType;
      readonly number: string;
    }
  | { readonly kind: 'platform'; readonly platform: string; readonly number: string };

export interface FoundCustomer {
  readonly name: string;
  readonly address?: string;
  /** Per purchase. */
  readonly minimum?: Kobo;
  readonly maximum?: Kobo;
  /** Paid until `dueDate`. */
  readonly currentPlan?: string;
  readonly dueDate?: string;
}

export type LookupAnswer =
  | { readonly lookup: 'found'; readonly customer: FoundCustomer }
  | { readonly lookup: 'invalid' }
  /** The look-up gave no usable answer. The number may still be right. */
  | { readonly lookup: 'unavailable'; readonly reason: string };

/** Upstream vendor. `dispatch` never retries a POST; only questions may be repeated. */
export interface VendorAdapter {
  readonly capabilities: VendorCapabilities;
  /**
   * Makes our reference, which must be unique per `uniquePart` (a UUID). Of `now`, only the Lagos day counts,
   * so that the reference can be worked out again after a restore.
   */
  mintReference(acceptedAt: Date, now: Date, uniquePart: string): string;
  /**
   * Never throws: any fault after the first byte is `unknown`. No call begins after `window` closed, and each
   * ends within the POST timeout.
   */
  dispatch(attempt: ClaimedAttempt): Promise<VendorOutcome>;
  /** Never throws. */
  query(attempt: AskedAttempt): Promise<QueryOutcome>;
  /** Never throws. Absent where the vendor offers no look-up. */
  verify?(lookup: Lookup): Promise<LookupAnswer>;
  balance(): Promise<Kobo | undefined>;
  /**
   * Codes that the vendor lists for the products that `group` names; undefined when it did not list them. Never throws.
   * Absent where the vendor offers no list.
   */
  listedCodes?(group: CodedGroup): Promise<ReadonlySet<string> | undefined>;
}

/** Products whose codes a vendor lists together. */
export type CodedGroup =
  | { readonly service: 'data'; readonly network: NetworkCode }
  | { readonly service: 'cable'; readonly provider: CableCode };

export interface ClosableVendor extends VendorAdapter {
  close(): Promise<void>;
}

/** Code of an attempt of which not one byte left for the vendor. */
export const UNREACHABLE = 'UNREACHABLE';

/** Reasons of an `unknown` outcome for which we are at fault, not the vendor. */
export const TOO_OLD = 'claim too old';
export const ADAPTER_FAULT = 'adapter-fault';
export const OUR_FAULTS: ReadonlySet<string> = new Set([TOO_OLD, ADAPTER_FAULT]);

export type RefusedFor = Exclude<Blame, 'ourAccount'> | AccountFault;

/** Outcome of an order that the vendor certainly refused. A fault of our account is blamed on `ourAccount`. */
export const refusedFor = (code: string, cause: RefusedFor): VendorOutcome =>
  cause === 'input' || cause === 'biller'
    ? { outcome: 'failed', charged: false, code, blame: cause }
    : { outcome: 'failed', charged: false, code, blame: 'ourAccount', fault: cause };

/** Outcome for a product that the vendor does not sell. Not one byte was sent, so another vendor may be tried. */
export const NOT_SOLD: VendorOutcome = refusedFor('NOT_SOLD', 'plan');
