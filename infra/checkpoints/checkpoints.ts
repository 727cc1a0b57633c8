import { isPromise } from 'node:util/types';
import type { Json } from '../event-store/event-store.js';

/** Position up to which a reactor or a view has handled all events of the log. */
export interface Place {
  readonly position: number;
  /** Hash of the event at `position`. Absent at position 0 and in checkpoints of older versions. */
  readonly hash?: string | undefined;
}

/**
 * Checkpoint of a reactor. The reactor has handled all events up to `position`, and has computed
 * `state` from them.
 */
export interface Checkpoint<State extends Json = Json> extends Place {
  readonly state: State;
  /** Last event of the log when the checkpoint was saved. The reactor may have handled events up to `end`. */
  readonly end?: Place;
}

/** Store of checkpoints. A lost checkpoint is harmless: a repeated reaction changes nothing. */
export interface Checkpoints {
  load(name: string): Checkpoint | undefined | Promise<Checkpoint | undefined>;
  save(name: string, checkpoint: Checkpoint): Promise<void>;
  onLogWentBack?(): Promise<void>;
}

export interface NamedPlace extends Place {
  readonly name: string;
}

export interface DisposableValues {
  load(key: string): unknown;
  save(key: string, value: Json): Promise<void>;
}

export interface ListedValues {
  entries(prefix: string, except?: string): Promise<readonly (readonly [key: string, value: unknown])[]>;
}

const VERSION = 1;
const PREFIX = 'checkpoint:';
/** Begins the name of a checkpoint per customer, which has no place in the log. */
export const STATEMENT_MAIL = 'statement-mail:';
export const PUBLISHED_SEALS = 'published-seals';

/** A checkpoint that was saved with another `VERSION` is ignored. */
export function checkpointsIn(values: DisposableValues, onLogWentBack?: () => Promise<void>): Checkpoints {
  const keyOf = (name: string): string => `${PREFIX}${name}`;
  return {
    load(name: string): Checkpoint | undefined | Promise<Checkpoint | undefined> {
      const value = values.load(keyOf(name));
      return isPromise(value) ? value.then(checkpointOf) : checkpointOf(value);
    },
    save(name: string, { position, hash, state, end }: Checkpoint): Promise<void> {
      return values.save(keyOf(name), {
        version: VERSION,
        position,
        ...(hash !== undefined && { hash }),
        state,
        ...(end && { end: stored(end) }),
      });
    },
    ...(onLogWentBack && { onLogWentBack }),
  };
}

export async function checkpointedPlaces(values: ListedValues): Promise<readonly NamedPlace[]> {
  const entries = await values.entries(PREFIX, PREFIX + STATEMENT_MAIL);
  return entries.flatMap(([key, value]) => {
    const saved = checkpointOf(value);
    const name = key.slice(PREFIX.length);
    if (!saved || name === PUBLISHED_SEALS) return [];
    return [saved, saved.end ?? saved]
      .filter(({ position }) => position > 0)
      .map(({ position, hash }) => ({ name, position, hash }));
  });
}

export function checkpointsInMemory(): Checkpoints {
  const values = new Map<string, Json>();
  return checkpointsIn({
    load: (key) => values.get(key),
    save: async (key, value) => void values.set(key, value),
  });
}

const checkpointOf = (value: unknown): Checkpoint | undefined =>
  isCheckpoint(value)
    ? {
        position: value.position,
        ...(typeof value.hash === 'string' && { hash: value.hash }),
        state: value.state,
        ...(value.end && { end: value.end }),
      }
    : undefined;

const stored = ({ position, hash }: Place): { readonly position: number; readonly hash?: string } => ({
  position,
  ...(hash !== undefined && { hash }),
});

function isCheckpoint(value: unknown): value is Checkpoint {
  if (typeof value !== 'object' || value === null || !('position' in value) || !('version' in value))
    return false;
  return value.version === VERSION && typeof value.position === 'number' && 'state' in value;
}
