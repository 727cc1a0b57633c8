import type { Artefacts } from '../contracts/artefacts.js';
import type { Kobo } from '../contracts/money.js';
import type { DiscoCode, MeterType } from '../contracts/electricity.contract.js';
import type { CableCode } from '../contracts/cable.contract.js';
import type { SendWindow } from './send-window.js';
import type { VendorRequest } from '../products/products.js';

export interface VendorAttempt {
  /** Our reference at the vendor, minted at dispatch and stored before any byte is sent. */
  readonly vendorReference: string;
  /** The vendor's own id, when an earlier answer told it. */
  readonly vendorTransactionId?: string;
  readonly request: VendorRequest;
}

/** An attempt that is claimed and may be sent while its window is open. */
export interface ClaimedAttempt extends VendorAttempt {
  readonly window: SendWindow;
}

/** Who must act: the customer's input, our account at the vendor, or the biller behind it. */
export type Blame = 'input' | 'ourAccount' | 'biller';

/** What the vendor says about one attempt. Anything unlisted, unparsable or late is `unknown`, never `failed`. */
export type VendorOutcome =
  | {
      readonly outcome: 'delivered';
      readonly vendorTransactionId?: string;
      readonly cost?: Kobo;
      readonly artefacts?: Artefacts;
    }
  /** `delivered` of `of` pieces arrived and no more will: more than none, fewer than all. */
  | {
      readonly outcome: 'partial';
      readonly delivered: number;
      readonly of: number;
      readonly vendorTransactionId?: string;
      readonly cost?: Kobo;
      readonly artefacts?: Artefacts;
    }
  | { readonly outcome: 'pending'; readonly code: string; readonly vendorTransactionId?: string }
  | { readonly outcome: 'failed'; readonly charged: false; readonly code: string; readonly blame: Blame }
  | { readonly outcome: 'reversed'; readonly code: string; readonly vendorTransactionId?: string }
  | { readonly outcome: 'review'; readonly code: string; readonly vendorTransactionId?: string }
  /** `silent`: the vendor said nothing at all, so nothing that it said before is put in doubt. */
  | {
      readonly outcome: 'unknown';
      readonly reason: string;
      readonly silent?: true;
      readonly vendorTransactionId?: string;
    };

/** `found`: what arrived of a request for many pieces, should the pieces that the vendor does not know never turn up. */
export type QueryOutcome =
  | VendorOutcome
  | {
      readonly outcome: 'notFound';
      readonly code: string;
      readonly found?: Extract<VendorOutcome, { readonly outcome: 'delivered' | 'partial' }>;
      /** What it knows of the request failed. */
      readonly othersFailed?: true;
    };

export interface VendorCapabilities {
  readonly clientReference: boolean;
  readonly queryByClientReference: boolean;
  readonly queryMinAgeMs: number;
  readonly queryMaxCount: number;
}

/** Whom a number belongs to, asked before anything is paid. */
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
  /** What the biller takes at once. */
  readonly minimum?: Kobo;
  readonly maximum?: Kobo;
  /** The bouquet of a smartcard, and until when it is paid. */
  readonly currentPlan?: string;
  readonly dueDate?: string;
}

export type LookupAnswer =
  | { readonly lookup: 'found'; readonly customer: FoundCustomer }
  /** The biller says that there is no such customer. */
  | { readonly lookup: 'invalid' }
  /** Nobody can say right now: no reason to call the number wrong. */
  | { readonly lookup: 'unavailable'; readonly reason: string };

/** One upstream vendor. `dispatch` sends the POST exactly once and never retries; only questions may be repeated. */
export interface VendorAdapter {
  readonly capabilities: VendorCapabilities;
  /** A reference the vendor accepts at `now`; unique per `uniquePart` (a UUID). */
  mintReference(now: Date, uniquePart: string): string;
  /**
   * Never throws: whatever goes wrong after the first byte is `unknown`. However many calls it makes, none begins once the
   * window is closed, and each is over within the timeout of a POST.
   */
  dispatch(attempt: ClaimedAttempt): Promise<VendorOutcome>;
  /** Never throws. */
  query(attempt: VendorAttempt): Promise<QueryOutcome>;
  /** Never throws. Absent where the vendor looks nobody up. */
  verify?(lookup: Lookup): Promise<LookupAnswer>;
  /** What the vendor holds for us. */
  balance(): Promise<Kobo | undefined>;
}

/** A vendor whose connections can be given back. */
export interface ClosableVendor extends VendorAdapter {
  close(): Promise<void>;
}

/** Code of what failed because not one byte left for the vendor. */
export const UNREACHABLE = 'UNREACHABLE';

/** Why nobody knows what became of an attempt, where that is no fault of the vendor's: it was claimed too slowly, or its adapter threw. */
export const TOO_OLD = 'claim too old';
export const ADAPTER_FAULT = 'adapter-fault';
export const OUR_FAULTS: ReadonlySet<string> = new Set([TOO_OLD, ADAPTER_FAULT]);

/** The answer to a request for what a vendor does not sell: nothing was sent, another one may be tried. */
export const NOT_SOLD: VendorOutcome = {
  outcome: 'failed',
  charged: false,
  code: 'NOT_SOLD',
  blame: 'ourAccount',
};
