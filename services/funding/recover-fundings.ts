import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore, RecordedEvent } from '../../infra/event-store/event-store.js';

const PAGE = 256;

/**
 * Which payments the log leaves open: reported, and neither credited, in suspense nor rejected. Reads on from a
 * checkpoint, and slowly: it runs beside customers who are served already. @returns undefined when told to stop
 */
export async function recoverFundings(
  eventStore: EventStore,
  provider: string,
  from: { readonly position: number; readonly open: readonly string[] },
  { pauseMs, signal }: { pauseMs: number; signal: AbortSignal },
): Promise<{ position: number; open: Set<string> } | undefined> {
  const open = new Set(from.open);
  for (let position = from.position; ;) {
    if (signal.aborted) return undefined;
    const page = await eventStore.readAll(position, PAGE);
    for (const event of page) apply(event, provider, open);
    position = page.at(-1)?.position ?? position;
    if (page.length < PAGE) return { position, open };
    await sleep(pauseMs);
  }
}

function apply({ type, data }: RecordedEvent, provider: string, open: Set<string>): void {
  if (data['provider'] !== provider) return;
  const reference = data['transactionReference'] as string;
  if (type === 'FundingReported') open.add(reference);
  if (type === 'FundingUnmatched' || type === 'FundingRejected' || type === 'WalletFunded')
    open.delete(reference);
}
