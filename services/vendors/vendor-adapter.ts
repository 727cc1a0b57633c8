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
  /** The vendor's own id of the order, once an answer contained it. */
  readonly vendorTransactionId?: string;
  readonly request: VendorRequest;
}

/** Attempt that a vendor is asked about. */
export interface AskedAttempt extends Omit<VendorAttempt, 'request'> {
  readonly request: VendorRequest | OrderWithoutPerson;
}

export interface ClaimedAttempt extends VendorAttempt {
  readonly window: SendWindow;
}

/** Cause of a failure: the customer's input, our account at the vendor, or the biller behind the vendor. */
export type Blame = 'input' | 'ourAccount' | 'biller';

/**
 * Part of our account that the vendor refuses: `access` (key, address or the whole account), an empty
 * `balance`, the `plan` or product, the format of the `order`, or our `reference`.
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
  | {
      readonly outcome: 'partial';
      readonly delivered: number;
      readonly of: number;
      readonly vendorTransactionId?: string;
      readonly cost?: Kobo;
      readonly artefacts?: Artefacts;
    }
  /** `unread`: text from the vendor that the adapter did not understand. */
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

export type QueryOutcome =
  | VendorOutcome
  | {
      readonly outcome: 'notFound';
      readonly code: string;
      readonly found?: Extract<VendorOutcome, { readonly outcome: 'delivered' | 'partial' }>;
      readonly othersFailed?: true;
    };

export interface VendorCapabilities {
  readonly clientReference: boolean;
  readonly queryByClientReference: boolean;
  readonly queryMinAgeMs: number;
  readonly queryMaxCount: number;
}

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
  readonly minimum?: Kobo;
  readonly maximum?: Kobo;
  /** Current cable plan, paid until `dueDate`. */
  readonly currentPlan?: string;
  readonly dueDate?: string;
}

export type LookupAnswer =
  | { readonly lookup: 'found'; readonly customer: FoundCustomer }
  | { readonly lookup: 'invalid' }
  /** Result of a look-up without a usable answer. */
  | { readonly lookup: 'unavailable'; readonly reason: string };

/** `dispatch` never repeats a POST; only queries may be repeated. */
export interface VendorAdapter {
  readonly capabilities: VendorCapabilities;
  /**
   * Makes our reference of an attempt, unique for each `uniquePart` (a UUID). Uses only the Lagos day of
   * `now`, so that the reference can be computed again after a restore.
   */
  mintReference(acceptedAt: Date, now: Date, uniquePart: string): string;
  /**
   * Sends a purchase, and never throws: any fault after the first byte is `unknown`. No call begins after
   * `window` has closed, and each call ends within the POST timeout.
   */
  dispatch(attempt: ClaimedAttempt): Promise<VendorOutcome>;
  /** Never throws. */
  query(attempt: AskedAttempt): Promise<QueryOutcome>;
  /** Looks up the owner of a number, and never throws. */
  verify?(lookup: Lookup): Promise<LookupAnswer>;
  balance(): Promise<Kobo | undefined>;
  /**
   * Codes that the vendor lists for the products in `group`; undefined when the vendor gave no list. Never
   * throws.
   */
  listedCodes?(group: CodedGroup): Promise<ReadonlySet<string> | undefined>;
}

export type CodedGroup =
  | { readonly service: 'data'; readonly network: NetworkCode }
  | { readonly service: 'cable'; readonly provider: CableCode };

export interface ClosableVendor extends VendorAdapter {
  close(): Promise<void>;
}

/** Failure code of an attempt of which not one byte reached the vendor. */
export const UNREACHABLE = 'UNREACHABLE';

/** Reasons of an `unknown` outcome that are faults of ours and not of the vendor. */
export const TOO_OLD = 'claim too old';
export const ADAPTER_FAULT = 'adapter-fault';
export const OUR_FAULTS: ReadonlySet<string> = new Set([TOO_OLD, ADAPTER_FAULT]);

export type RefusedFor = Exclude<Blame, 'ourAccount'> | AccountFault;

/** Outcome of an order that the vendor certainly refused. */
export const refusedFor = (code: string, cause: RefusedFor): VendorOutcome =>
  cause === 'input' || cause === 'biller'
    ? { outcome: 'failed', charged: false, code, blame: cause }
    : { outcome: 'failed', charged: false, code, blame: 'ourAccount', fault: cause };

/** Outcome for a product that the vendor does not sell. Another vendor may then get the order. */
export const NOT_SOLD: VendorOutcome = refusedFor('NOT_SOLD', 'plan');
