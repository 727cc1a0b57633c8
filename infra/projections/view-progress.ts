import type { RecordedEvent } from '../event-store/event-store.js';
import { OperationFault, type ReadStoreWriter } from '../read-store/view.js';
import { appliedBatch, type AppliedBatch, applyRun } from './apply-run.js';
import { parkedKeys, type ParkedKeys } from './parking.js';
import {
  type EventOpener,
  type Halt,
  type ProjectedBatch,
  projectEvents,
  type Run,
} from './projected-view.js';
import type { Change, ProjectedEvent, Projection } from './projection.js';

export class ViewProgress {
  readonly show: (event: RecordedEvent) => ProjectedEvent;
  checkpoint = 0;
  halted: Halt | undefined;
  parked: ParkedKeys = new Map();

  constructor(
    readonly projection: Projection,
    private readonly opener: EventOpener,
  ) {
    this.show = opener.forProjection(projection);
  }

  get name(): string {
    return this.projection.view.name;
  }

  loadKeys(events: readonly RecordedEvent[]): Promise<void> | undefined {
    return this.opener.loadKeysFor(this.projection, events);
  }

  async load(writer: ReadStoreWriter): Promise<void> {
    this.checkpoint = await writer.checkpoint(this.projection.view);
    this.parked = parkedKeys(await writer.parkedKeys(this.projection.view));
  }

  moved({ to, halt, parked }: ProjectedBatch): void {
    this.checkpoint = to;
    this.halted = halt;
    this.parked = parked;
  }
}

type Step = readonly [view: ViewProgress, batch: ProjectedBatch];

const stepOf = (view: ViewProgress, batch: AppliedBatch) => ({ view: view.projection.view, ...batch });

export async function applyEvents(
  writer: Pick<ReadStoreWriter, 'applyAll'>,
  views: readonly ViewProgress[],
  run: Run,
): Promise<Change[]> {
  const active = views.filter((view) => view.halted === undefined);
  for (const view of active) {
    const loading = view.loadKeys(run.events);
    if (loading) await loading;
  }
  const steps: Step[] = active.map((view) => [
    view,
    projectEvents(view.projection, view.show, run, view.checkpoint, view.parked),
  ]);
  const moving = steps.filter(([, batch]) => batch.to > batch.from);
  try {
    if (moving.length > 0)
      await writer.applyAll(moving.map(([view, batch]) => stepOf(view, appliedBatch(batch, view.parked))));
  } catch (error) {
    if (!(error instanceof OperationFault)) throw error;
    return applySingly(writer, active, run);
  }
  for (const [view, batch] of steps) view.moved(batch);
  return moving.flatMap(([, batch]) => batch.changes);
}

async function applySingly(
  writer: Pick<ReadStoreWriter, 'applyAll'>,
  views: readonly ViewProgress[],
  run: Run,
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const view of views) {
    const { projection, show } = view;
    const apply = (batch: AppliedBatch): Promise<void> => writer.applyAll([stepOf(view, batch)]);
    const batch = await applyRun({ projection, show, apply }, run, view.checkpoint, view.parked);
    view.moved(batch);
    changes.push(...batch.changes);
  }
  return changes;
}
