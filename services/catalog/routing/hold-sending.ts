import type { Place } from '../../../infra/checkpoints/checkpoints.js';
import { decideAndAppend } from '../../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../../infra/event-store/event-context.js';
import { type EventStore, NO_STREAM } from '../../../infra/event-store/event-store.js';
import { CATALOG_STREAM, catalogEvent, type CatalogEventDraft } from '../catalog.events.js';

type Store = Pick<EventStore, 'append' | 'lastPosition' | 'readAll' | 'readStream'>;

/**
 * Stops all sales and orders after the log went back. `acceptedBefore` is the present time or the time of the
 * last event, whichever is later. The clock of the lost machine may have been fast.
 * @param lacking places that the log lacks. When earlier events name all of them, nothing is stored.
 */
export async function holdSending(
  eventStore: Store,
  reason: string,
  context: EventContext,
  lacking: readonly Place[] = [],
): Promise<boolean> {
  const { appended } = await decideAndAppend(eventStore, {
    stream: CATALOG_STREAM,
    load: () => loaded(eventStore),
    decide({ known, position, lastAt }) {
      if (lacking.length > 0 && lacking.every((place) => known.has(keyOf(place)))) return [];
      const at = context.now.toISOString();
      const acceptedBefore = lastAt !== undefined && lastAt > at ? lastAt : at;
      const { type, data }: CatalogEventDraft = {
        type: 'SendingHeld',
        data: {
          reason,
          acceptedBefore,
          acceptedUpTo: position,
          ...(lacking.length > 0 && { lacking: lacking.map(stored) }),
        },
      };
      return [fact<string, object>(type, data, context)];
    },
  });
  return appended !== undefined;
}

async function loaded(eventStore: Store) {
  const events = await eventStore.readStream(CATALOG_STREAM);
  const known = new Set<string>();
  for (const event of events.map(catalogEvent))
    if (event?.type === 'SendingHeld') for (const place of event.data.lacking ?? []) known.add(keyOf(place));
  const position = await eventStore.lastPosition();
  const [last] = await eventStore.readAll(Math.max(0, position - 1), 1);
  const { revision, hash } = events.at(-1) ?? NO_STREAM;
  return { revision, hash, known, position, lastAt: last?.at };
}

const keyOf = ({ position, hash }: Place): string => `${position} ${hash ?? ''}`;

const stored = ({ position, hash }: Place) => ({ position, ...(hash !== undefined && { hash }) });
