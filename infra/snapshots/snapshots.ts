/**
 * JSON values computed from the log. A lost value costs time, but no facts. Callers store a version inside
 * and ignore unknown versions.
 */
export interface SnapshotStore {
  load<Value>(key: string): Value | undefined | Promise<Value | undefined>;
  /** Resolves once on disk. */
  save(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}

export const SNAPSHOTS = Symbol('Snapshots');
