/**
 * Store of JSON values that are computed from the log. A lost value is computed again. Callers store a version
 * inside the value and ignore versions that they do not know.
 */
export interface SnapshotStore {
  load<Value>(key: string): Value | undefined | Promise<Value | undefined>;
  /** Resolves once on disk. */
  save(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}

export interface ListedSnapshots extends SnapshotStore {
  /** Omits damaged values. */
  entries(prefix: string): Promise<readonly (readonly [key: string, value: unknown])[]>;
}

export const SNAPSHOTS = Symbol('Snapshots');
