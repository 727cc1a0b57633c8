import { hash } from 'node:crypto';
import { NO_STREAM, RevisionConflict } from '../../infra/event-store/event-store.js';
import type { EventStore, Stored, StreamHead } from '../../infra/event-store/event-store.js';
import { appendSurely } from '../../infra/event-store/decide-and-append.js';
import { fact, systemContext } from '../../infra/event-store/event-context.js';
import { fundingEvent, type FundingEvent, type FundingReported } from './funding.events.js';

/** References may contain any characters, hence the digest. */
export const fundingStream = (provider: string, transactionReference: string): string =>
  `funding-${provider}-${hash('sha256', transactionReference, 'hex').slice(0, 40)}`;

export interface FundingHistory {
  /** Undefined for events of a newer version. */
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
 * Appends `FundingReported` unless it exists. A rejected payment is reopened, because an expired one may be paid later.
 * Sweeps list the same payments repeatedly, so they reopen none.
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
