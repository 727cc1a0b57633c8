import { OperationFault, type Operation, type Parked, type Range } from '../read-store/view.js';
import { park, type ParkedKeys } from './parking.js';
import { type ProjectedBatch, projectEvents, type Run, tooMany } from './projected-view.js';
import type { ProjectedEvent, Projection } from './projection.js';
import type { RecordedEvent } from '../event-store/event-store.js';

export interface AppliedBatch extends Range {
  readonly operations: readonly Operation[];
  readonly parked: readonly Parked[] | undefined;
}

export interface RunTarget {
  readonly projection: Projection;
  readonly show: (event: RecordedEvent) => ProjectedEvent;
  /** @throws OperationFault before any row is changed */
  readonly apply: (batch: AppliedBatch) => Promise<void>;
}

export const appliedBatch = (
  { from, to, hash, operations, parked }: ProjectedBatch,
  before: ParkedKeys,
): AppliedBatch => ({
  from,
  to,
  hash,
  operations,
  parked: parked === before ? undefined : [...parked.values()],
});

/**
 * Applies a series of events. After an `OperationFault`, applies each half separately until the faulty event
 * is found. Parks the faulty event's key, so that later events with this key are skipped.
 */
export async function applyRun(
  target: RunTarget,
  run: Run,
  from: number,
  parked: ParkedKeys,
): Promise<ProjectedBatch> {
  const { projection, show, apply } = target;
  const events = run.events.filter(({ position }) => position > from);
  const batch = projectEvents(projection, show, { ...run, events }, from, parked);
  if (batch.to === from) return batch;
  try {
    await apply(appliedBatch(batch, parked));
    return batch;
  } catch (error) {
    if (!(error instanceof OperationFault)) throw error;
    const [event] = events;
    if (events.length === 1 && event) return without(event, error);
    const middle = Math.ceil(events.length / 2);
    const first = await applyRun(target, { ...run, events: events.slice(0, middle) }, from, parked);
    if (first.halt) return first;
    const second = await applyRun(target, { ...run, events: events.slice(middle) }, first.to, first.parked);
    return {
      ...second,
      from,
      operations: [...first.operations, ...second.operations],
      changes: [...first.changes, ...second.changes],
    };
  }

  async function without(event: RecordedEvent, error: OperationFault): Promise<ProjectedBatch> {
    const nothing = { from, operations: [], changes: [] };
    const more = park(parked, projection, event, error);
    if (!more) return { ...nothing, to: from, halt: tooMany(event, error), parked };
    const { position: to, hash } = event;
    const batch = { ...nothing, to, hash, halt: undefined, parked: more };
    await apply(appliedBatch(batch, parked));
    return batch;
  }
}
