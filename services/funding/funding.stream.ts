import { hash } from 'node:crypto';
import { NO_STREAM, RevisionConflict } from '../../infra/event-store/event-store.js';
import type { EventStore, Stored, StreamHead } from '../../infra/event-store/event-store.js';
import { appendSurely } from '../../infra/event-store/decide-and-append.js';
import { fact, systemContext } from '../../infra/event-store/event-context.js';
import type { ListedPayment } from '../vendors/payment-provider.js';
import { fundingEvent, type FundingEvent, type FundingReported } from './funding.events.js';

/**
 * Maximum number of tries to append. A try fails when another process appends to the same stream
 * first.
 */
export const CONFLICTS_MAX = 5;

/** The name contains a digest of the reference, because a reference may contain any character. */
export const fundingStream = (provider: string, transactionReference: string): string =>
  `funding-${provider}-${hash('sha256', transactionReference, 'hex').slice(0, 40)}`;

export interface FundingHistory {
  readonly events: readonly (Stored<FundingEvent> | undefined)[];
  readonly head: StreamHead;
}

export async function readFunding(
  store: Pick<EventStore, 'readStream'>,
  provider: string,
  reference: string,
): Promise<FundingHistory> {
  const events = await store.readStream(fundingStream(provider, reference));
  return { events: events.map(fundingEvent), head: events.at(-1) ?? NO_STREAM };
}

export const reportOf = (
  { transactionReference, said }: ListedPayment,
  { code: provider }: { readonly code: string },
  by: FundingReported['by'],
): FundingReported => ({
  provider,
  transactionReference,
  by,
  ...(said !== undefined && said > 0n && { said: String(said) }),
});

/** @throws RevisionConflict */
export async function reportFunding(
  store: Pick<EventStore, 'append' | 'readStream'>,
  report: FundingReported,
  context = systemContext(),
): Promise<void> {
  const { provider, transactionReference } = report;
  for (let tries = 1; ; tries += 1) {
    const { events, head } = await readFunding(store, provider, transactionReference);
    if (!isNews(report, events)) return;
    try {
      const reported = fact('FundingReported', report, context);
      await appendSurely(store, fundingStream(provider, transactionReference), head, [reported]);
      return;
    } catch (error) {
      if (!(error instanceof RevisionConflict) || tries === CONFLICTS_MAX) throw error;
    }
  }
}

/**
 * True when a report must be stored: for a new payment, and for a known payment with a new amount, because more
 * money may have arrived. After a rejection, each report is stored unless it comes from a search for lost
 * payments.
 */
function isNews({ by, said }: FundingReported, events: FundingHistory['events']): boolean {
  if (events.length === 0) return true;
  if (events.at(-1)?.type === 'FundingRejected') return by !== 'sweep';
  return said !== undefined && !events.some((event) => event && amountIn(event) === said);
}

function amountIn({ type, data }: Stored<FundingEvent>): string | undefined {
  if (type === 'FundingReported') return data.said;
  return type === 'FundingVerified' || type === 'FundingUnmatched' ? data.paid : undefined;
}
