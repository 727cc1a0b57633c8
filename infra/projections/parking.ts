import type { RecordedEvent } from '../event-store/event-store.js';
import type { Parked } from '../read-store/view.js';
import type { Projection } from './projection.js';

/** What a view keeps apart, by key. */
export type ParkedKeys = ReadonlyMap<string, Parked>;

/** More than this is no bad event but bad code: the view then stands still, for somebody to see. */
export const PARKED_MAX = 1_000;

export const parkedKeys = (parked: readonly Parked[]): ParkedKeys =>
  new Map(parked.map((one) => [one.key, one]));

/** Whose rows an event changes; the stream where that cannot be told. */
export const keyOf = (projection: Pick<Projection, 'person'>, event: RecordedEvent): string =>
  personOf(projection, event) ?? event.stream;

/** undefined for an event that belongs to no person, or is too broken to say so. */
export function personOf({ person }: Pick<Projection, 'person'>, event: RecordedEvent): string | undefined {
  try {
    return person?.(event);
  } catch {
    return undefined;
  }
}

/** Whether the event waits for its key to be un-parked. What erases a person never waits. */
export function isParked(parked: ParkedKeys, projection: Projection, event: RecordedEvent): boolean {
  if (parked.size === 0) return false;
  const entry = parked.get(keyOf(projection, event));
  return entry !== undefined && event.position >= entry.since && !projection.erases?.(event.type);
}

/** With the key of this event parked from here on; undefined when that would be too many. */
export function park(
  parked: ParkedKeys,
  projection: Projection,
  event: RecordedEvent,
  error: unknown,
): ParkedKeys | undefined {
  const key = keyOf(projection, event);
  // Somebody who is parked already stays so from where it began.
  if (parked.has(key)) return parked;
  if (parked.size >= PARKED_MAX) return undefined;
  return new Map(parked).set(key, { key, since: event.position, reason: reasonOf(event, error) });
}

/**
 * What went wrong and where, without the words of the error: `Cannot convert … to a BigInt` repeats what was in the event,
 * which may be personal data.
 */
export function reasonOf({ type }: RecordedEvent, error: unknown): string {
  if (!(error instanceof Error)) return `${type}: not an error`;
  const where = (error.stack ?? '')
    .split('\n')
    .map(placeIn)
    .find((place) => place !== undefined);
  return `${type}: ${error.name}${where === undefined ? '' : ` at ${where}`}`;
}

/** File and line of one frame of a stack, `at fold (file:///…/history.js:10:5)`; undefined of any other line. */
function placeIn(line: string): string | undefined {
  const frame = line.trimStart();
  if (!frame.startsWith('at ')) return undefined;
  return /^([\w.-]+:\d+):\d+\)?$/.exec(frame.split(/[/\\( ]/).at(-1)!)?.[1];
}

/** What a view keeps apart. */
export interface ViewParked {
  readonly view: string;
  readonly parked: readonly Parked[];
}

const NAMED_MAX = 5;

export const parkedCount = (views: readonly ViewParked[]): number =>
  views.reduce((count, { parked }) => count + parked.length, 0);

/** One line for each view that keeps something apart: how much, whom (ids only) and since which event. */
export const parkedNotes = (views: readonly ViewParked[]): string[] =>
  views.flatMap(({ view, parked }) => {
    if (parked.length === 0) return [];
    const named = parked
      .slice(0, NAMED_MAX)
      .map(({ key, since, reason }) => `${key} from event ${since} on (${reason})`);
    const more = parked.length > NAMED_MAX ? [`${parked.length - NAMED_MAX} more`] : [];
    return [`view ${view} keeps ${parked.length} apart: ${[...named, ...more].join(', ')}`];
  });
