import type { Kobo } from '../contracts/money.js';
import type { NetworkCode } from '../contracts/services.js';

/** What the vendor is asked to deliver. Personal fields are in the clear here and nowhere stored. */
export type VendorOrder = {
  readonly service: 'airtime';
  readonly network: NetworkCode;
  readonly phone: string;
  readonly amount: Kobo;
};

export interface VendorAttempt {
  /** Our reference at the vendor, minted at dispatch and stored before any byte is sent. */
  readonly vendorReference: string;
  /** The vendor's own id, when an earlier answer told it. */
  readonly vendorTransactionId?: string;
  readonly order: VendorOrder;
}

/** Who must act: the customer's input, our account at the vendor, or the biller behind it. */
export type Blame = 'input' | 'ourAccount' | 'biller';

/** What the vendor says about one attempt. Anything unlisted, unparsable or late is `unknown`, never `failed`. */
export type VendorOutcome =
  | {
      readonly outcome: 'delivered';
      readonly vendorTransactionId?: string;
      readonly cost?: Kobo;
      readonly artefacts?: Readonly<Record<string, string>>;
    }
  | { readonly outcome: 'pending'; readonly code: string; readonly vendorTransactionId?: string }
  | { readonly outcome: 'failed'; readonly charged: false; readonly code: string; readonly blame: Blame }
  | { readonly outcome: 'reversed'; readonly code: string; readonly vendorTransactionId?: string }
  | { readonly outcome: 'review'; readonly code: string; readonly vendorTransactionId?: string }
  /** `silent`: the vendor said nothing at all, so nothing that it said before is put in doubt. */
  | { readonly outcome: 'unknown'; readonly reason: string; readonly silent?: true };

export type QueryOutcome = VendorOutcome | { readonly outcome: 'notFound'; readonly code: string };

export interface VendorCapabilities {
  readonly clientReference: boolean;
  readonly queryByClientReference: boolean;
  readonly queryMinAgeMs: number;
  readonly queryMaxCount: number;
  readonly duplicateWindowMs: number;
  readonly webhook: 'signed' | 'unsigned' | 'none';
}

/** One upstream vendor. `dispatch` sends the POST exactly once and never retries; only `query` may be repeated. */
export interface VendorAdapter {
  readonly capabilities: VendorCapabilities;
  /** A reference the vendor accepts at `now`; unique per `uniquePart` (a UUID). */
  mintReference(now: Date, uniquePart: string): string;
  /** Never throws: whatever goes wrong after the first byte is `unknown`. */
  dispatch(attempt: VendorAttempt): Promise<VendorOutcome>;
  /** Never throws. */
  query(attempt: VendorAttempt): Promise<QueryOutcome>;
  /** What the vendor holds for us. */
  balance(): Promise<Kobo | undefined>;
}
