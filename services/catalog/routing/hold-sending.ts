import { decideAndAppend } from '../../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../../infra/event-store/event-context.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import { CATALOG_STREAM, type CatalogEventDraft } from '../catalog.events.js';

/**
 * Stops all sales and orders after `ledger restore`. `acceptedBefore` is the present time or the time of the
 * last event, whichever is later. The clock of the lost machine may have been fast.
 */
export async function holdSending(
  eventStore: Pick<EventStore, 'append' | 'head' | 'lastPosition' | 'readAll'>,
  reason: string,
  context: EventContext,
): Promise<void> {
  const position = await eventStore.lastPosition();
  const [last] = await eventStore.readAll(Math.max(0, position - 1), 1);
  const at = context.now.toISOString();
  const acceptedBefore = last && last.at > at ? last.at : at;
  const { type, data }: CatalogEventDraft = {
    type: 'SendingHeld',
    data: { reason, acceptedBefore, acceptedUpTo: position },
  };
  await decideAndAppend(eventStore, {
    stream: CATALOG_STREAM,
    load: () => eventStore.head(CATALOG_STREAM),
    decide: () => [fact<string, object>(type, data, context)],
  });
}
