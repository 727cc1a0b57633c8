/**
 * Disposable JSON values derived from the log. Callers store a version inside and ignore unknown ones. Losing a value
 * costs time, never a fact.
 */
export interface SnapshotStore {
  /** Returns undefined for no value, and a promise only over the network. */
  load<Value>(key: string): Value | undefined | Promise<Value | undefined>;
  /** Resolves once on disk. */
  save(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}

export const SNAPSHOTS = Symbol('Snapshots');
