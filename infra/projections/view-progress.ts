import type { RecordedEvent } from '../event-store/event-store.js';
import { OperationFault, type ReadStoreWriter } from '../read-store/view.js';
import {
  type EventOpener,
  type Halt,
  type ProjectedBatch,
  projectEvents,
  reasonOf,
  type Run,
} from './projected-view.js';
import type { Change, ProjectedEvent, Projection } from './projection.js';

/** How far one view has come, and whether it stands still. */
export class ViewProgress {
  readonly show: (event: RecordedEvent) => ProjectedEvent;
  checkpoint = 0;
  halted: Halt | undefined;

  constructor(
    readonly projection: Projection,
    private readonly opener: EventOpener,
  ) {
    this.show = opener.forProjection(projection);
  }

  get name(): string {
    return this.projection.view.name;
  }

  bring(events: readonly RecordedEvent[]): Promise<void> | undefined {
    return this.opener.bringFor(this.projection, events);
  }

  async load(writer: ReadStoreWriter): Promise<void> {
    this.checkpoint = await writer.checkpoint(this.projection.view);
  }
}

type Step = readonly [view: ViewProgress, batch: ProjectedBatch];

const stepOf = ([{ projection }, { from, to, operations }]: Step) => ({
  view: projection.view,
  from,
  to,
  operations,
});

/** Applies a run of events to every view that is not halted, in one durable step. Returns what changed. */
export async function applyEvents(
  writer: ReadStoreWriter,
  views: readonly ViewProgress[],
  run: Run,
): Promise<Change[]> {
  const active = views.filter((view) => view.halted === undefined);
  for (const view of active) {
    const bringing = view.bring(run.events);
    if (bringing) await bringing;
  }
  const steps: Step[] = active.map((view) => [
    view,
    projectEvents(view.projection, view.show, run, view.checkpoint),
  ]);
  const moving = steps.filter(([, batch]) => batch.to > batch.from);
  try {
    if (moving.length > 0) await writer.applyAll(moving.map(stepOf));
  } catch (error) {
    if (!(error instanceof OperationFault)) throw error;
    return applySingly(writer, views, run);
  }
  for (const [view, batch] of steps) {
    view.checkpoint = batch.to;
    view.halted = batch.halt;
  }
  return moving.flatMap(([, batch]) => batch.changes);
}

/** One event at a time, one view at a time, to find which view cannot take which event: the others go on without it. */
async function applySingly(
  writer: ReadStoreWriter,
  views: readonly ViewProgress[],
  { events, whole }: Run,
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const view of views)
    for (const event of events) {
      if (view.halted !== undefined) break;
      const bringing = view.bring([event]);
      if (bringing) await bringing;
      const batch = projectEvents(view.projection, view.show, { events: [event], whole }, view.checkpoint);
      try {
        if (batch.to > batch.from) await writer.applyAll([stepOf([view, batch])]);
        view.checkpoint = batch.to;
        view.halted = batch.halt;
        changes.push(...batch.changes);
      } catch (error) {
        if (!(error instanceof OperationFault)) throw error;
        view.halted = { position: event.position, reason: reasonOf(error) };
      }
    }
  return changes;
}
