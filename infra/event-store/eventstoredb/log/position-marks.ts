import type { StorePosition } from '../stored-record.js';

/** A counted event, from which counting can start again. */
export interface Mark {
  readonly ordinal: number;
  readonly position: StorePosition;
  /** Server id of the event, to detect a mark of another log. */
  readonly id: string;
}

/**
 * Store of marks that may be lost: counting then starts at the first event. All processes compute the same marks, so
 * any of them may save one.
 */
export interface PositionMarks {
  /** Mark with the largest ordinal <= `ordinal`. */
  nearest(ordinal: number): Promise<Mark | undefined>;
  save(mark: Mark): Promise<void>;
  clear(): Promise<void>;
}

/** Marks of one process: each start counts the log from its first event. */
export class MemoryPositionMarks implements PositionMarks {
  /** Marks in ascending order of their ordinals. */
  private readonly marks: Mark[] = [];

  async nearest(ordinal: number): Promise<Mark | undefined> {
    return this.marks.findLast((mark) => mark.ordinal <= ordinal);
  }

  async save(mark: Mark): Promise<void> {
    if (mark.ordinal > (this.marks.at(-1)?.ordinal ?? 0)) this.marks.push(mark);
  }

  async clear(): Promise<void> {
    this.marks.length = 0;
  }
}
