/** Turns in which processes change one stream, so that the quickest process does not starve the others. */
export interface Turns {
  /** Resolves to undefined, soon, when turns cannot be taken. The caller then works without a turn. */
  take(stream: string): Promise<Turn | undefined>;
  /** Calls `listener` when another process takes a turn. */
  onTaken(listener: (stream: string) => void): void;
}

/** Advisory: for moments, two processes may hold the turn, so appends still name their revision. */
export interface Turn {
  /** True when another process waits for the turn or had it last. */
  readonly shared: boolean;
  /** Revision of the stream at the end of the last turn; -1 if unknown. */
  readonly revision: number;
  pass(revision: number): void;
}

export const TURNS = Symbol('TURNS');
