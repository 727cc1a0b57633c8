import { hash } from 'node:crypto';
import { NO_STREAM, RevisionConflict } from '../../infra/event-store/event-store.js';
import type { EventStore, Stored, StreamHead } from '../../infra/event-store/event-store.js';
import { appendSurely } from '../../infra/event-store/decide-and-append.js';
import { fact, systemContext } from '../../infra/event-store/event-context.js';
import { fundingEvent, type FundingEvent, type FundingReported } from './funding.events.js';

/**
 * Stream of a payment. Its name has a digest of the reference, because references may contain any characters.
 */
export const fundingStream = (provider: string, transactionReference: string): string =>
  `funding-${provider}-${hash('sha256', transactionReference, 'hex').slice(0, 40)}`;

export interface FundingHistory {
  /** Events of the stream, with undefined for event types of a newer version. */
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

/**
 * Appends `FundingReported` unless it exists. Reopens a rejected payment, because an expired payment may be
 * paid later. Sweeps reopen no payment, because they list the same payments again and again.
 */
export async function reportFunding(
  store: Pick<EventStore, 'append' | 'head' | 'readStream'>,
  report: FundingReported,
  context = systemContext(),
): Promise<void> {
  const { provider, transactionReference } = report;
  const stream = fundingStream(provider, transactionReference);
  const head = await store.head(stream);
  if (head.revision >= 0 && !(report.by !== 'sweep' && (await isRejected(store, stream, head)))) return;
  try {
    await appendSurely(store, stream, head, [fact('FundingReported', report, context)]);
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
  }
}

async function isRejected(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  { revision }: StreamHead,
): Promise<boolean> {
  const [last] = await store.readStream(stream, { from: revision, limit: 1 });
  return last?.type === 'FundingRejected';
}
