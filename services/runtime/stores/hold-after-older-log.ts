import { checkpointedPlaces, type ListedValues } from '../../../infra/checkpoints/checkpoints.js';
import type { NamedPlace } from '../../../infra/checkpoints/checkpoints.js';
import { lackingIn } from '../../../infra/checkpoints/log-went-back.js';
import { systemContext } from '../../../infra/event-store/event-context.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import { sleep } from '../../../infra/host/timers.js';
import type { ReadStore } from '../../../infra/read-store/view.js';
import { views } from '../../../read-models/views.js';
import { CATALOG_LOOK_MS } from '../../catalog/keep-catalog.js';
import { holdSending } from '../../catalog/routing/hold-sending.js';

export interface HoldAfterOlderLog {
  readonly eventStore: EventStore;
  readonly snapshots: ListedValues;
  readonly readStore: Pick<ReadStore, 'place'> | undefined;
  readonly onHeld: (reason: string) => void;
}

/**
 * Stops sales and orders when the log lacks an event that a follower or a view has handled. Call this before
 * they start.
 */
export async function holdAfterOlderLog(options: HoldAfterOlderLog): Promise<void> {
  const { eventStore, onHeld } = options;
  const lacking = await lackingIn(eventStore, await placesOf(options));
  const newest = lacking.toSorted((one, other) => other.place.position - one.place.position)[0];
  // An empty log holds no purchase, and production refuses it.
  if (!newest || (await eventStore.lastPosition()) === 0) return;
  const places = lacking.map(({ place }) => place);
  try {
    if (!(await holdSending(eventStore, newest.message, systemContext(), places))) return;
    onHeld(newest.message);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${newest.message}, and sending could not be held: ${why}`, { cause: error });
  }
  // Other processes may send until they have read the catalogue again.
  if (eventStore.hasOtherWriters) await sleep(2 * CATALOG_LOOK_MS);
}

export async function placesOf({
  snapshots,
  readStore,
}: Pick<HoldAfterOlderLog, 'snapshots' | 'readStore'>): Promise<readonly NamedPlace[]> {
  const places = [...(await checkpointedPlaces(snapshots))];
  if (readStore)
    for (const view of views)
      places.push({ name: `the view ${view.name}`, ...(await readStore.place(view)) });
  return places;
}
