import type { StorePosition } from '../stored-record.js';

/** Event with a known ordinal. A process can start counting the log's events here. */
export interface Mark {
  readonly ordinal: number;
  readonly position: StorePosition;
  /** Id of the event on the server, to detect a mark of another log. */
  readonly id: string;
}

/**
 * Store of marks. Without marks, a process counts the log from the first event. All processes compute the
 * same marks, so any process may save a mark.
 */
export interface PositionMarks {
  /** Returns the mark with the largest ordinal up to `ordinal`. */
  nearest(ordinal: number): Promise<Mark | undefined>;
  save(mark: Mark): Promise<void>;
  clear(): Promise<void>;
}

/** Keeps marks in memory, so each process counts the whole log at its start. */
export class MemoryPositionMarks implements PositionMarks {
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
