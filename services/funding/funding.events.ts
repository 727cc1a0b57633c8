import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { Posting } from '../ledger/postings.js';

/** Facts of one incoming payment, in stream `funding-<provider>-<transactionReference digest>`. */
export type FundingEvent =
  | NewEvent<'FundingReported', FundingReported>
  | NewEvent<'FundingVerified', FundingVerified>
  | NewEvent<'FundingUnmatched', FundingVerified & { readonly postings: readonly Posting[] }>
  | NewEvent<
      'FundingRejected',
      { readonly provider: string; readonly transactionReference: string; readonly reason: string }
    >;

export interface FundingReported {
  readonly provider: string;
  readonly transactionReference: string;
  /** How we heard of it. */
  readonly by: 'webhook' | 'sweep';
}

/** What the provider's own status call said; the webhook's numbers are never used. Kobo digits. */
export interface FundingVerified {
  readonly provider: string;
  readonly transactionReference: string;
  readonly accountReference: string;
  readonly paid: string;
  readonly settled: string;
  /** Absent when the account reference belongs to nobody. */
  readonly userId?: string;
}

/** The event of an incoming payment, with the shape its type says; undefined for a type that this version does not know. */
export const fundingEvent = eventReader<FundingEvent>({
  FundingReported: true,
  FundingVerified: true,
  FundingUnmatched: true,
  FundingRejected: true,
});
