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
  /** Omits damaged values, and the keys that begin with `except`. */
  entries(prefix: string, except?: string): Promise<readonly (readonly [key: string, value: unknown])[]>;
}

export function rangesOf(prefix: string, except: string | undefined) {
  const end = `${prefix}\uffff`;
  if (except === undefined) return [{ start: prefix, end }];
  return [
    { start: prefix, end: except },
    { start: `${except}\uffff`, end },
  ];
}

export const SNAPSHOTS = Symbol('Snapshots');
