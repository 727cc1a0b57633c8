import type { StorePosition } from '../stored-record.js';

/** Event with a known ordinal, from which a process can count the log's events. */
export interface Mark {
  readonly ordinal: number;
  readonly position: StorePosition;
  /** Id of the event on the server, to detect a mark of another log. */
  readonly id: string;
}

/**
 * Store of position marks, which are equal in all processes. Without marks, a process counts the whole log.
 */
export interface PositionMarks {
  nearest(ordinal: number): Promise<Mark | undefined>;
  save(mark: Mark): Promise<void>;
  clear(): Promise<void>;
}

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
