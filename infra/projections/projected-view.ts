import { KeyNotAtHand } from '../crypto/key-vault.js';
import type { RecordedEvent } from '../event-store/event-store.js';
import type { Operation } from '../read-store/view.js';
import type { Change, ProjectedEvent, Projection } from './projection.js';

/** Decrypts the sealed part of an event; undefined when the person's key is gone. */
export type OpenSealed = (personId: string, sealed: string) => Readonly<Record<string, unknown>> | undefined;

/** Has the keys of people at hand for what is opened right after; undefined when they are. */
export type BringKeys = (personIds: readonly string[]) => Promise<void> | undefined;

/** Why a view stands still. Position is that of the event it could not take. */
export interface Halt {
  readonly position: number;
  readonly reason: string;
}

/** Turns events into what a projection wants to see, decrypting only the types it asks for. */
export class EventOpener {
  constructor(
    private readonly open: OpenSealed,
    private readonly bring?: BringKeys,
  ) {}

  /** Has at hand whatever `forProjection` will open of these events. */
  bringFor({ opens }: Projection, events: readonly RecordedEvent[]): Promise<void> | undefined {
    const { bring } = this;
    if (opens === undefined || bring === undefined) return undefined;
    const wanted = new Set(opens);
    const people = new Set<string>();
    for (const { type, data } of events)
      if (wanted.has(type) && typeof data['userId'] === 'string') people.add(data['userId']);
    return people.size > 0 ? bring([...people]) : undefined;
  }

  forProjection({ opens }: Projection): (event: RecordedEvent) => ProjectedEvent {
    if (opens === undefined) return (event) => ({ event, opened: undefined });
    const wanted = new Set(opens);
    return (event) => {
      const { sealed, userId } = event.data;
      const opened =
        wanted.has(event.type) && typeof sealed === 'string' && typeof userId === 'string'
          ? this.open(userId, sealed)
          : undefined;
      return { event, opened };
    };
  }
}

/** Events of the log, one after the other. */
export interface Run {
  readonly events: readonly RecordedEvent[];
  /** Nothing was left out between its first and its last event: a hole then is something missing. */
  readonly whole: boolean;
}

/** What one view makes of a run of events: as far as it can be projected. */
export interface ProjectedBatch {
  readonly from: number;
  /** Position of the last event projected; equal to `from` when none was. */
  readonly to: number;
  readonly operations: readonly Operation[];
  readonly changes: readonly Change[];
  readonly halt: Halt | undefined;
}

/** Projects events that follow `from`: those seen already are skipped, a gap or a throwing projection ends the run. */
export function projectEvents(
  projection: Projection,
  show: (event: RecordedEvent) => ProjectedEvent,
  { events, whole }: Run,
  from: number,
): ProjectedBatch {
  const { wants } = projection;
  const operations: Operation[] = [];
  const changes: Change[] = [];
  let to = from;
  for (const event of events) {
    if (event.position <= to) continue;
    if (whole && event.position !== to + 1) {
      const reason = `event ${to + 1} is missing from the log`;
      return { from, to, operations, changes, halt: { position: to + 1, reason } };
    }
    if (wants && !wants(event.type, event.stream)) {
      to = event.position;
      continue;
    }
    try {
      const projected = projection.project(show(event));
      for (const operation of projected) operations.push(operation);
      const change = projection.changes?.(event);
      if (change) changes.push(change);
    } catch (error) {
      // Says nothing about the event: a view that halted for it would stand still for nothing.
      if (error instanceof KeyNotAtHand) throw error;
      const halt = { position: event.position, reason: reasonOf(error) };
      return { from, to: event.position - 1, operations, changes, halt };
    }
    to = event.position;
  }
  return { from, to, operations, changes, halt: undefined };
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
