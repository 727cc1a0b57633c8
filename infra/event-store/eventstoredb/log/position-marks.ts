import type { StorePosition } from '../stored-record.js';

/** An event whose dense ordinal is known: counting can start here instead of at the first event of the log. */
export interface Mark {
  readonly ordinal: number;
  readonly position: StorePosition;
  /** The server's id of that event: a mark of another log is recognised and not believed. */
  readonly id: string;
}

/**
 * A sparse index of ordinals over the server's positions. Disposable: without it, counting starts at the first event.
 * Every process finds the same marks, so it does not matter who saves one.
 */
export interface PositionMarks {
  /** The mark with the largest ordinal <= `ordinal`. */
  nearest(ordinal: number): Promise<Mark | undefined>;
  save(mark: Mark): Promise<void>;
  /** Forgets all: they belong to another log. */
  clear(): Promise<void>;
}

/** Marks of this process alone. Each start counts the log once from its first event. */
export class MemoryPositionMarks implements PositionMarks {
  /** In order of their ordinals, as they are counted. */
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
