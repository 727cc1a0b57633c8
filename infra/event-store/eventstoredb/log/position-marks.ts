import type { StorePosition } from '../stored-record.js';

/** An event with a known dense ordinal, from which counting can start. */
export interface Mark {
  readonly ordinal: number;
  readonly position: StorePosition;
  /** Server id of the event, which exposes a mark of another log. */
  readonly id: string;
}

/**
 * Sparse index of ordinals over server positions. Disposable: without it, counting starts at the first event.
 * All processes compute the same marks, so any of them may save one.
 */
export interface PositionMarks {
  /** The mark with the largest ordinal <= `ordinal`. */
  nearest(ordinal: number): Promise<Mark | undefined>;
  save(mark: Mark): Promise<void>;
  /** Deletes all marks, because they belong to another log. */
  clear(): Promise<void>;
}

/** Marks of one process. Each start counts the log from its first event. */
export class MemoryPositionMarks implements PositionMarks {
  /** In ascending order of ordinals. */
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
