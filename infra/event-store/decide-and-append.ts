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

/** Pauses between tries of an append whose outcome is not known. */
const RETRY_AFTER_MS = [20, 100, 500];
/** How often a decision is taken again because somebody else appended first. */
const CONFLICTS_MAX = 8;
/** Times the conflicts so far: two that keep reading at the same moment would keep colliding. */
const PAUSE_AFTER_CONFLICT_MS = 5;

type Appends = Pick<EventStore, 'append'>;

/**
 * Appends; when nobody can say whether it was stored, asks again with the same ids and head. From then on a store that takes
 * nothing does not say either that nothing was stored. The data of events is made of plain interfaces, which TypeScript does
 * not count as JSON objects: this is where they become NewEvents.
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

/** One decision on one stream. `Loaded` is whatever the decision needs, and where the stream ends with it. */
export interface Decision<Loaded extends StreamHead, Event> {
  readonly stream: string;
  /** What is in memory, maybe older than what is stored: good enough to act on, as the append checks it, not to refuse on. */
  readonly remembered?: Loaded | undefined;
  /** Reads and folds the stream. */
  readonly load: () => Promise<Loaded>;
  /** The events that follow; none when everything is done already. Throws when a rule forbids it. */
  readonly decide: (loaded: Loaded) => readonly Event[];
  /** Called when an append failed: what is in memory may be wrong. */
  readonly forget?: () => void;
}

export interface Decided<Loaded, Event> {
  readonly events: readonly Event[];
  /** What the decision was taken on. */
  readonly loaded: Loaded;
  /** Absent when there were no events. */
  readonly appended?: Appended;
}

/**
 * Loads, decides and appends at the revision that was read. A conflict decides again on what is stored by then; an unknown
 * outcome is asked about again with the same ids. Any number of processes may do so at once.
 * @throws what `decide` throws, RevisionConflict when others never leave the stream alone, AppendOutcomeUnknown, StoreUnavailable
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

/** undefined when nothing follows from what is in memory, or a rule forbids it there: then what is stored has to say so. */
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
