import type { Artefacts } from '../contracts/artefacts.js';
import type { Kobo } from '../contracts/money.js';
import type { DiscoCode, MeterType } from '../contracts/electricity.contract.js';
import type { CableCode } from '../contracts/cable.contract.js';
import type { PlanTypeCode } from '../contracts/data.contract.js';
import type { NetworkCode } from '../contracts/fields/codes.js';
import type { SendWindow } from './send-window.js';
import type { OrderWithoutPerson, VendorRequest } from '../products/products.js';

export interface VendorAttempt {
  /** Our reference of the attempt, stored before any byte is sent. */
  readonly vendorReference: string;
  /** Id that the vendor gave to the order. Undefined until an answer contains it. */
  readonly vendorTransactionId?: string;
  readonly request: VendorRequest;
}

export interface AskedAttempt extends Omit<VendorAttempt, 'request'> {
  readonly request: VendorRequest | OrderWithoutPerson;
}

export interface ClaimedAttempt extends VendorAttempt {
  readonly window: SendWindow;
}

/**
 * Cause of a failure: the customer's input, our account at the vendor, or the company behind the
 * vendor (biller).
 */
export type Blame = 'input' | 'ourAccount' | 'biller';

/**
 * Part of our account that the vendor refuses. `access` means the key, the address or the whole
 * account. `balance` means that our balance is too low. `plan` means the plan or product. `order`
 * means the format of the order. `reference` means our reference.
 */
export type AccountFault = 'access' | 'balance' | 'plan' | 'order' | 'reference';

/**
 * Outcome of an attempt. Answers that are late, unreadable or unknown to the adapter give
 * `unknown`, never `failed`.
 */
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
  /** `unread` contains text of the vendor that the adapter did not understand. */
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
  /** `silent` means that the vendor did not answer. Earlier answers of the vendor stay valid. */
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
  /** Current cable plan of the customer, paid until `dueDate`. */
  readonly currentPlan?: string;
  readonly dueDate?: string;
}

export type LookupAnswer =
  | { readonly lookup: 'found'; readonly customer: FoundCustomer }
  | { readonly lookup: 'invalid' }
  /** Result of a look-up for which the vendor gave no usable answer. */
  | { readonly lookup: 'unavailable'; readonly reason: string };

/** Queries may be sent twice, but purchases may not: `dispatch` never repeats a POST. */
export interface VendorAdapter {
  readonly capabilities: VendorCapabilities;
  /**
   * Makes our reference of an attempt from `acceptedAt`, the Lagos day of `now` and `uniquePart` (a UUID). The
   * same reference can therefore be computed again after a restore.
   */
  mintReference(acceptedAt: Date, now: Date, uniquePart: string): string;
  /**
   * Sends a purchase to the vendor. Never throws an error: any fault after the first byte gives
   * `unknown`. No call begins after the end of `window`. Each call ends within the timeout for a
   * POST.
   */
  dispatch(attempt: ClaimedAttempt): Promise<VendorOutcome>;
  /** Never throws. */
  query(attempt: AskedAttempt): Promise<QueryOutcome>;
  /** Looks up the owner of a number, such as a meter number. Never throws an error. */
  verify?(lookup: Lookup): Promise<LookupAnswer>;
  balance(): Promise<Kobo | undefined>;
  /**
   * Returns the plans in `group` that the vendor lists. Returns undefined when the vendor gave no
   * list. Never throws an error.
   */
  listedPlans?(group: CodedGroup): Promise<readonly ListedPlan[] | undefined>;
}

/** Plan in a vendor's list. Fields that the list does not contain are absent. */
export interface ListedPlan {
  readonly code: string;
  readonly name: string;
  /** Cost of one order. */
  readonly cost?: Kobo;
  /** Price that the vendor's own customers pay. */
  readonly price?: Kobo;
  readonly planType?: PlanTypeCode;
  readonly size?: string;
  readonly days?: number;
}

export type CodedGroup =
  | { readonly service: 'data'; readonly network: NetworkCode }
  | { readonly service: 'cable'; readonly provider: CableCode };

export interface ClosableVendor extends VendorAdapter {
  close(): Promise<void>;
}

/** Failure code when not a single byte of the attempt reached the vendor. */
export const UNREACHABLE = 'UNREACHABLE';

/** Reasons for an `unknown` outcome that our own software has caused. */
export const TOO_OLD = 'claim too old';
export const ADAPTER_FAULT = 'adapter-fault';
export const OUR_FAULTS: ReadonlySet<string> = new Set([TOO_OLD, ADAPTER_FAULT]);

export type RefusedFor = Exclude<Blame, 'ourAccount'> | AccountFault;

/** Makes the outcome of an order that the vendor has certainly refused. */
export const refusedFor = (code: string, cause: RefusedFor): VendorOutcome =>
  cause === 'input' || cause === 'biller'
    ? { outcome: 'failed', charged: false, code, blame: cause }
    : { outcome: 'failed', charged: false, code, blame: 'ourAccount', fault: cause };

/** Outcome of an order for a product that the vendor does not sell. Another vendor may get the order. */
export const NOT_SOLD: VendorOutcome = refusedFor('NOT_SOLD', 'plan');
