/**
 * Disposable JSON under a key: what was derived from the log, kept so that it need not be derived again. Whoever saves
 * puts a version inside and ignores what does not fit. Losing all of it costs time, never a fact.
 */
export interface SnapshotStore {
  /** What was saved last, undefined when there is nothing. At once, or a promise where it comes over the network. */
  load<Value>(key: string): Value | undefined | Promise<Value | undefined>;
  /** Resolves when it is on disk. */
  save(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}

/** Injection token of the SnapshotStore. */
export const SNAPSHOTS = Symbol('Snapshots');
