import { KeyNotAtHand } from '../crypto/key-vault.js';
import type { RecordedEvent } from '../event-store/event-store.js';
import type { Operation, Range } from '../read-store/view.js';
import { isParked, park, PARKED_MAX, type ParkedKeys, reasonOf } from './parking.js';
import type { Change, ProjectedEvent, Projection } from './projection.js';

export type OpenSealed = (personId: string, sealed: string) => Readonly<Record<string, unknown>> | undefined;

export type LoadKeys = (personIds: readonly string[]) => Promise<void> | undefined;

export interface Halt {
  readonly position: number;
  readonly reason: string;
}

export class EventOpener {
  constructor(
    private readonly open: OpenSealed,
    private readonly loadKeys?: LoadKeys,
  ) {}

  loadKeysFor({ opens }: Projection, events: readonly RecordedEvent[]): Promise<void> | undefined {
    const { loadKeys } = this;
    if (opens === undefined || loadKeys === undefined) return undefined;
    const wanted = new Set(opens);
    const people = new Set<string>();
    for (const { type, data } of events)
      if (wanted.has(type) && typeof data['userId'] === 'string') people.add(data['userId']);
    return people.size > 0 ? loadKeys([...people]) : undefined;
  }

  forProjection({ opens }: Projection): (event: RecordedEvent) => ProjectedEvent {
    if (opens === undefined) return (event) => ({ event, opened: undefined });
    const wanted = new Set(opens);
    return (event) => {
      const { sealed, userId } = event.data;
      if (!wanted.has(event.type) || typeof sealed !== 'string' || typeof userId !== 'string')
        return { event, opened: undefined };
      const { open } = this;
      return {
        event,
        get opened() {
          return open(userId, sealed);
        },
      };
    };
  }
}

export interface Run {
  readonly events: readonly RecordedEvent[];
  readonly whole: boolean;
  readonly types?: ReadonlySet<string>;
}

export interface ProjectedBatch extends Range {
  readonly operations: readonly Operation[];
  readonly changes: readonly Change[];
  readonly halt: Halt | undefined;
  readonly parked: ParkedKeys;
}

/**
 * Skips events that are already applied, and events of parked keys. Parks the key of an event when `project`
 * throws. Stops before a missing event.
 */
export function projectEvents(
  projection: Projection,
  show: (event: RecordedEvent) => ProjectedEvent,
  run: Run,
  from: number,
  parkedBefore: ParkedKeys,
): ProjectedBatch {
  const { events, whole } = run;
  const { wants } = projection;
  const operations: Operation[] = [];
  const changes: Change[] = [];
  let parked = parkedBefore;
  let to = from;
  let hash: string | undefined;
  const at = (event: RecordedEvent): void => {
    to = event.position;
    hash = event.hash;
  };
  if (!whole && holdsNothingFor(projection, run)) {
    const last = events.at(-1);
    if (last && last.position > from) at(last);
    return { from, to, hash, operations, changes, halt: undefined, parked };
  }
  for (const event of events) {
    if (event.position <= to) continue;
    if (whole && event.position !== to + 1) {
      const reason = `event ${to + 1} is missing from the log`;
      return { from, to, hash, operations, changes, halt: { position: to + 1, reason }, parked };
    }
    if ((wants && !wants(event.type, event.stream)) || isParked(parked, projection, event)) {
      at(event);
      continue;
    }
    try {
      const projected = projection.project(show(event));
      const changed = projection.changes?.(event) ?? [];
      for (const operation of projected) operations.push(operation);
      for (const change of changed) changes.push(change);
    } catch (error) {
      // `KeyNotAtHand` means that an encryption key was not loaded, not that the event is faulty.
      if (error instanceof KeyNotAtHand) throw error;
      const more = park(parked, projection, event, error);
      if (!more) {
        const halt = tooMany(event, error);
        const before = event.position - 1;
        return {
          from,
          to: before,
          hash: to === before ? hash : undefined,
          operations,
          changes,
          halt,
          parked,
        };
      }
      parked = more;
    }
    at(event);
  }
  return { from, to, hash, operations, changes, halt: undefined, parked };
}

function holdsNothingFor({ types: wanted }: Projection, { types }: Run): boolean {
  if (wanted === undefined || types === undefined) return false;
  for (const type of types) if (wanted.has(type)) return false;
  return true;
}

export const tooMany = (event: RecordedEvent, error: unknown): Halt => ({
  position: event.position,
  reason: `${reasonOf(event, error)}, after ${PARKED_MAX} keys were parked`,
});
