import type { RecordedEvent } from '../event-store/event-store.js';
import type { Parked } from '../read-store/view.js';
import type { Projection } from './projection.js';

/** Keys (`keyOf`) of events that failed. Later events with such a key are skipped until a repair. */
export type ParkedKeys = ReadonlyMap<string, Parked>;

/** With more parked keys, the code must be wrong, so the view stops. */
export const PARKED_MAX = 1_000;

export const parkedKeys = (parked: readonly Parked[]): ParkedKeys =>
  new Map(parked.map((one) => [one.key, one]));

export const keyOf = (projection: Pick<Projection, 'person'>, event: RecordedEvent): string =>
  personOf(projection, event) ?? event.stream;

export function personOf({ person }: Pick<Projection, 'person'>, event: RecordedEvent): string | undefined {
  try {
    return person?.(event);
  } catch {
    return undefined;
  }
}

export function isParked(parked: ParkedKeys, projection: Projection, event: RecordedEvent): boolean {
  if (parked.size === 0) return false;
  const entry = parked.get(keyOf(projection, event));
  return entry !== undefined && event.position >= entry.since && !projection.erases?.(event.type);
}

export function park(
  parked: ParkedKeys,
  projection: Projection,
  event: RecordedEvent,
  error: unknown,
): ParkedKeys | undefined {
  const key = keyOf(projection, event);
  if (parked.has(key)) return parked;
  if (parked.size >= PARKED_MAX) return undefined;
  return new Map(parked).set(key, { key, since: event.position, reason: reasonOf(event, error) });
}

/**
 * Returns a text without the error's message, because that message may contain personal data, as in `Cannot
 * convert … to a BigInt`.
 */
export function reasonOf({ type }: RecordedEvent, error: unknown): string {
  if (!(error instanceof Error)) return `${type}: not an error`;
  const where = (error.stack ?? '')
    .split('\n')
    .map(placeIn)
    .find((place) => place !== undefined);
  return `${type}: ${error.name}${where === undefined ? '' : ` at ${where}`}`;
}

/** Parses a stack frame like `at fold (file:///…/history.js:10:5)`. */
function placeIn(line: string): string | undefined {
  const frame = line.trimStart();
  if (!frame.startsWith('at ')) return undefined;
  return /^([\w.-]+:\d+):\d+\)?$/.exec(frame.split(/[/\\( ]/).at(-1)!)?.[1];
}

export interface ViewParked {
  readonly view: string;
  readonly parked: readonly Parked[];
}

const NAMED_MAX = 5;

export const parkedCount = (views: readonly ViewParked[]): number =>
  views.reduce((count, { parked }) => count + parked.length, 0);

export const parkedNotes = (views: readonly ViewParked[]): string[] =>
  views.flatMap(({ view, parked }) => {
    if (parked.length === 0) return [];
    const named = parked
      .slice(0, NAMED_MAX)
      .map(({ key, since, reason }) => `${key} from event ${since} on (${reason})`);
    const more = parked.length > NAMED_MAX ? [`${parked.length - NAMED_MAX} more`] : [];
    return [`view ${view} keeps ${parked.length} apart: ${[...named, ...more].join(', ')}`];
  });
