import { sleep } from '../host/timers.js';
import {
  AppendOutcomeUnknown,
  RevisionConflict,
  StoreUnavailable,
  type Appended,
  type EventStore,
  type NewEvent,
  type StreamHead,
} from './event-store.js';

const RETRY_AFTER_MS = [20, 100, 500];
const CONFLICTS_MAX = 8;
/**
 * Milliseconds by which the pause before the next try grows with each conflict, so that two writers rarely
 * conflict again.
 */
const PAUSE_AFTER_CONFLICT_MS = 5;

type Appends = Pick<EventStore, 'append'>;

/**
 * Repeats an append while its outcome is unknown. All tries have the same ids and the same expected head.
 * @throws RevisionConflict, AppendOutcomeUnknown, StoreUnavailable
 */
export async function appendSurely(
  store: Appends,
  stream: string,
  head: StreamHead,
  events: readonly NewEvent<string, object>[],
): Promise<Appended> {
  const stored = events as readonly NewEvent[];
  let unknown: AppendOutcomeUnknown | undefined;
  for (const pauses = [...RETRY_AFTER_MS]; ;)
    try {
      return await store.append(stream, head, stored);
    } catch (error) {
      if (error instanceof AppendOutcomeUnknown) unknown = error;
      else if (!unknown || !(error instanceof StoreUnavailable)) throw error;
      const pauseMs = pauses.shift();
      if (pauseMs === undefined) throw unknown;
      await sleep(pauseMs);
    }
}

/** Returns false when another writer appended first. */
export async function appendedSurely(...given: Parameters<typeof appendSurely>): Promise<boolean> {
  try {
    await appendSurely(...given);
    return true;
  } catch (error) {
    if (error instanceof RevisionConflict) return false;
    throw error;
  }
}

export interface Decision<Loaded extends StreamHead, Event> {
  readonly stream: string;
  /**
   * Cached state of the stream. Only an append detects a stale state, so when `decide` throws or returns no
   * events, it runs again with the state from `load`.
   */
  readonly remembered?: Loaded | undefined;
  readonly load: () => Promise<Loaded>;
  /**
   * Returns the events to append. Returns no events when nothing changes. Throws when a rule forbids the
   * change.
   */
  readonly decide: (loaded: Loaded) => readonly Event[];
  readonly forget?: () => void;
}

export interface Decided<Loaded, Event> {
  readonly events: readonly Event[];
  readonly loaded: Loaded;
  readonly appended?: Appended;
}

/**
 * Appends at the loaded revision. After a conflict, loads the state and decides again.
 * @throws errors of `decide`
 * @throws RevisionConflict after `CONFLICTS_MAX` repeats
 * @throws AppendOutcomeUnknown, StoreUnavailable
 */
export async function decideAndAppend<Loaded extends StreamHead, Event extends NewEvent<string, object>>(
  store: Appends,
  { stream, remembered, load, decide, forget }: Decision<Loaded, Event>,
): Promise<Decided<Loaded, Event>> {
  let loaded = remembered;
  let events = loaded && actedOn(loaded, decide);
  for (let conflicts = 0; ; conflicts += 1) {
    if (!loaded || !events) {
      loaded = await load();
      events = decide(loaded);
      if (events.length === 0) return { events, loaded };
    }
    const { revision, hash } = loaded;
    try {
      return { events, loaded, appended: await appendSurely(store, stream, { revision, hash }, events) };
    } catch (error) {
      forget?.();
      if (!(error instanceof RevisionConflict) || conflicts === CONFLICTS_MAX) throw error;
      events = undefined;
      await sleep(conflicts * PAUSE_AFTER_CONFLICT_MS);
    }
  }
}

/**
 * Calls `decide` with the cached state. Returns undefined when `decide` throws or returns no events, because
 * a stale state may be the cause.
 */
function actedOn<Loaded, Event>(
  remembered: Loaded,
  decide: (loaded: Loaded) => readonly Event[],
): readonly Event[] | undefined {
  try {
    const events = decide(remembered);
    return events.length > 0 ? events : undefined;
  } catch {
    return undefined;
  }
}
