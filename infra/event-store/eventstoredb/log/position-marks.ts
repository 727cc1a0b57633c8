import type { StorePosition } from '../stored-record.js';

/** Event whose number in the log is known. A process can start numbering the log's events at this event. */
export interface Mark {
  readonly ordinal: number;
  readonly position: StorePosition;
  /** Id of the event on the server. When another event is at `position`, the mark belongs to another log. */
  readonly id: string;
}

/**
 * Store of marks. The marks are the same for all processes. Without marks, a process must number the events
 * of the whole log.
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
