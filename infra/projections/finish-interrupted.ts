import type { EventStore, RecordedEvent } from '../event-store/event-store.js';
import { OperationFault, type Range, type ReadStoreWriter } from '../read-store/view.js';
import { appliedBatch } from './apply-run.js';
import { projectEvents } from './projected-view.js';
import type { ViewProgress } from './view-progress.js';

export async function finishInterrupted(
  view: ViewProgress,
  writer: ReadStoreWriter,
  eventStore: Pick<EventStore, 'readAll'>,
): Promise<void> {
  const range = await writer.unfinished?.(view.projection.view);
  if (!range) return;
  const { from, to } = range;
  const events = await eventsOf(range, eventStore);
  await view.loadKeys(events);
  const batch = projectEvents(view.projection, view.show, { events, whole: true }, from, view.parked);
  if (batch.to !== to) {
    view.halted = batch.halt ?? {
      position: batch.to + 1,
      reason: `event ${batch.to + 1} is missing from the log`,
    };
    return;
  }
  try {
    await writer.applyAll([{ view: view.projection.view, ...appliedBatch(batch, view.parked) }]);
    view.moved(batch);
  } catch (error) {
    if (!(error instanceof OperationFault)) throw error;
    view.halted = { position: from + 1, reason: error.message };
  }
}

async function eventsOf(
  { from, to }: Range,
  eventStore: Pick<EventStore, 'readAll'>,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (let after = from; after < to;) {
    const page = await eventStore.readAll(after, to - after);
    const last = page.at(-1);
    if (!last) break;
    events.push(...page);
    after = last.position;
  }
  return events;
}
