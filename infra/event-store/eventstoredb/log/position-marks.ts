import type { StorePosition } from '../stored-record.js';

/** Event with a known ordinal. A process can resume counting the events of the log here. */
export interface Mark {
  readonly ordinal: number;
  readonly position: StorePosition;
  /** Server id of the event, to detect a mark of another log. */
  readonly id: string;
}

/**
 * Store of marks. After a loss of marks, a process counts the log from the first event. All
 * processes compute the same marks, so any process may save a mark.
 */
export interface PositionMarks {
  /** Mark with the largest ordinal <= `ordinal`. */
  nearest(ordinal: number): Promise<Mark | undefined>;
  save(mark: Mark): Promise<void>;
  clear(): Promise<void>;
}

/** Keeps marks in memory, so each process start counts the whole log. */
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
