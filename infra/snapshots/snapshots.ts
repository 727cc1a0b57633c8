/**
 * Disposable JSON values derived from the log. Callers store a version inside and ignore unknown ones. Losing a value
 * costs time, never a fact.
 */
export interface SnapshotStore {
  /** Returns undefined when no value is stored. Only a store over the network returns a promise. */
  load<Value>(key: string): Value | undefined | Promise<Value | undefined>;
  /** Resolves once on disk. */
  save(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}

export const SNAPSHOTS = Symbol('Snapshots');
