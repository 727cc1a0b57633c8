import { type EventStore, readHashes } from '../event-store/event-store.js';
import { nowMs } from '../host/clock.js';
import type { Checkpoints, NamedPlace, Place } from './checkpoints.js';

type ComparedLog = Pick<EventStore, 'lastPosition' | 'readAll' | 'readHashes'>;

/** Error when a process has handled an event that the log lacks, because an older log was restored. */
export class LogWentBack extends Error {
  override readonly name = 'LogWentBack';

  constructor(
    what: string,
    readonly place: Place,
    last: number,
  ) {
    const { position } = place;
    super(
      position > last
        ? `${what} was at event ${position}, and the log ends at ${last}: the log is older`
        : `${what} was at event ${position}, and the log has another event there: the log is not the same`,
    );
  }
}

export async function hashAt(
  log: Pick<EventStore, 'readAll' | 'readHashes'>,
  position: number,
): Promise<string | undefined> {
  if (position === 0) return undefined;
  const { hashes } = await readHashes(log, position - 1, 1);
  return hashes.length > 0 ? hashes.toString('hex') : undefined;
}

/**
 * Returns the place with the hash of its event. Returns a `LogWentBack` error when the log lacks this event.
 */
export async function comparedWithLog(
  what: string,
  place: Place,
  log: ComparedLog,
): Promise<Place | LogWentBack> {
  const last = await log.lastPosition();
  if (place.position > last) return new LogWentBack(what, place, last);
  const hash = await hashAt(log, place.position);
  if (place.hash !== undefined && hash !== undefined && place.hash !== hash)
    return new LogWentBack(what, place, last);
  return { position: place.position, hash: hash ?? place.hash };
}

/** Read the places before this call, because another process may append events meanwhile. */
export async function lackingIn(
  log: ComparedLog,
  places: readonly NamedPlace[],
): Promise<readonly LogWentBack[]> {
  const distinct = new Map(places.map((place) => [`${place.position} ${place.hash}`, place]));
  const lacking: LogWentBack[] = [];
  for (const place of distinct.values()) {
    const compared = place.position > 0 ? await comparedWithLog(place.name, place, log) : place;
    if (compared instanceof LogWentBack) lacking.push(compared);
  }
  return lacking;
}

const NOTE = 'log-went-back';
const NEWEST_READ = 'newest-read';

export async function noteLogWentBack(checkpoints: Checkpoints): Promise<void> {
  await checkpoints.onLogWentBack?.();
  await checkpoints.save(NOTE, { position: 0, state: nowMs() });
}

export const noteNewestRead = (checkpoints: Checkpoints, place: Place): Promise<void> =>
  checkpoints.save(NEWEST_READ, { position: place.position, hash: place.hash, state: null });

/** Unix ms of the last call of `noteLogWentBack`. Null before the first call. */
export async function logWentBackAt(checkpoints: Checkpoints): Promise<number | null> {
  const state = (await checkpoints.load(NOTE))?.state;
  return typeof state === 'number' ? state : null;
}

/** Logs a `LogWentBack` error and returns true. Returns false for any other error. */
export function toldLogWentBack(
  logger: { error(facts: object, text: string): void },
  fault: unknown,
): boolean {
  if (!(fault instanceof LogWentBack)) return false;
  logger.error({ alert: NOTE }, fault.message);
  return true;
}
