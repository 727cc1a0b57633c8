import { isPromise } from 'node:util/types';
import type { Json } from '../event-store/event-store.js';

/** Where a reactor continues: everything up to `position` is done; `state` is what it derived from the log so far. */
export interface Checkpoint<State extends Json = Json> {
  readonly position: number;
  readonly state: State;
}

/**
 * Remembers where reactors are, so that a start does not replay the whole log. May lose the newest, or all: a reactor
 * that continues from an older checkpoint, or from none, does again what it has done, which changes nothing.
 */
export interface Checkpoints {
  /** At once, or a promise where it comes over the network. */
  load(name: string): Checkpoint | undefined | Promise<Checkpoint | undefined>;
  save(name: string, checkpoint: Checkpoint): Promise<void>;
}

/** A store of disposable values by key, such as that of snapshots. `load` may answer a promise. */
export interface DisposableValues {
  load(key: string): unknown;
  save(key: string, value: Json): Promise<void>;
}

const VERSION = 1;

/** Checkpoints kept beside the snapshots. A value this version did not write counts as none. */
export function checkpointsIn(values: DisposableValues): Checkpoints {
  const keyOf = (name: string): string => `checkpoint:${name}`;
  return {
    load(name: string): Checkpoint | undefined | Promise<Checkpoint | undefined> {
      const value = values.load(keyOf(name));
      return isPromise(value) ? value.then(checkpointOf) : checkpointOf(value);
    },
    save(name: string, { position, state }: Checkpoint): Promise<void> {
      return values.save(keyOf(name), { version: VERSION, position, state });
    },
  };
}

/** Checkpoints of one run: a process that keeps none starts from the beginning of the log. */
export function checkpointsInMemory(): Checkpoints {
  const values = new Map<string, Json>();
  return checkpointsIn({
    load: (key) => values.get(key),
    save: async (key, value) => void values.set(key, value),
  });
}

const checkpointOf = (value: unknown): Checkpoint | undefined =>
  isCheckpoint(value) ? { position: value.position, state: value.state } : undefined;

function isCheckpoint(value: unknown): value is Checkpoint {
  if (typeof value !== 'object' || value === null || !('position' in value) || !('version' in value))
    return false;
  return value.version === VERSION && typeof value.position === 'number' && 'state' in value;
}
