/**
 * Turns in which processes change a stream. Without turns, the fastest process would stop the
 * others from changing the stream.
 */
export interface Turns {
  /**
   * Takes a turn. Resolves to undefined when no turn is available within a short time. The caller then works
   * without a turn.
   */
  take(stream: string): Promise<Turn | undefined>;
  /** Calls `listener` when another process takes a turn. */
  onTaken(listener: (stream: string) => void): void;
}

/**
 * Turn of a process to change a stream. For short moments, two processes may hold a turn, so every
 * append must still name its expected revision.
 */
export interface Turn {
  /** True when another process waits for a turn, or had the turn before this one. */
  readonly shared: boolean;
  /** Revision of the stream at the end of the last turn. -1 means that the revision is unknown. */
  readonly revision: number;
  pass(revision: number): void;
}

export const TURNS = Symbol('TURNS');
