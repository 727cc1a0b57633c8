import type { z } from 'zod';

/** Column values: kobo and counts as bigint, times as ISO 8601 text, lists as JSON. */
export type Row = Record<string, unknown>;

export interface View<R extends Row = Row> {
  /** Table name: lower-case letters, digits, underscores and hyphens. */
  readonly name: string;
  /** Increase when rows change meaning: the view is then rebuilt. */
  readonly version: number;
  /**
   * Columns: z.string(), z.bigint(), z.boolean(), z.number(), or z.array(…)/z.object(…) stored as JSON; each may be
   * .nullable().
   */
  readonly row: z.ZodObject;
  /** Text column that identifies a row. */
  readonly key: keyof R & string;
  /** Equality columns first, then the sort column. SQLite omits an index that `listFor` replaces. */
  readonly indexes: readonly (readonly (keyof R & string)[])[];
  readonly lists?: readonly ListIndex<keyof R & string>[];
  /**
   * Time column (`2026-03-01T09:15:00.000Z`) that never changes and arrives nearly in order. Searches then
   * read only the newest rows.
   */
  readonly arrivesBy?: keyof R & string;
  /** Columns for substring search; empty for none. */
  readonly searchable: readonly (keyof R & string)[];
  /**
   * Searchable columns with fixed words, such as a status. Changing one is cheap: the substring index lacks
   * them.
   */
  readonly words?: Readonly<Partial<Record<keyof R & string, readonly string[]>>>;
  /** Columns of `words` in the substring index: they often narrow a search and rarely change. */
  readonly searchFilters?: readonly (keyof R & string)[];
  /** Nullable columns with personal data. Erasure makes them null, also in rebuilt rows. */
  readonly personal?: readonly (keyof R & string)[];
}

/** Index that counts and sums a list without reading rows. */
export interface ListIndex<Name extends string = string> {
  /** Equality columns first, then the sort column. */
  readonly by: readonly Name[];
  /** Further columns, for filters and sums. */
  readonly holds: readonly Name[];
  /** Searched columns of a small index, so that a search reads no rows. */
  readonly searches?: readonly Name[];
  /** Omits rows with this common value. The newest are found fast without an index. */
  readonly except?: { readonly column: Name; readonly is: string };
}

/** Applied once, in order, together with the checkpoint. */
export type Operation =
  | { readonly op: 'put'; readonly row: Row }
  /** Sets columns of a row; a missing row is a fault. */
  | { readonly op: 'set'; readonly key: string; readonly columns: Row }
  /** Skips a missing row, at the cost of a key lookup. */
  | { readonly op: 'setIfThere'; readonly key: string; readonly columns: Row }
  /** Adds to bigint columns; `row` is the initial row if none exists. */
  | { readonly op: 'add'; readonly row: Row; readonly by: Readonly<Record<string, bigint>> }
  /** Appends to a JSON list. */
  | { readonly op: 'push'; readonly key: string; readonly column: string; readonly item: unknown }
  /** Sets columns of all rows with a value in an indexed column. Rare: erasing a person. */
  | {
      readonly op: 'clear';
      readonly where: { readonly column: string; readonly is: string };
      readonly columns: Row;
    };

/** Impossible operation, such as on a missing row. No part was applied. */
export class OperationFault extends Error {
  override readonly name = 'OperationFault';
}

export class ReadModelsUnavailable extends Error {
  override readonly name = 'ReadModelsUnavailable';
}

/** An event of this key could not be read. From `since` on, none is applied. */
export interface Parked {
  /** Id of a person, or a stream. */
  readonly key: string;
  readonly since: number;
  /** Event type and error, never content of the event. */
  readonly reason: string;
}

export interface Filter {
  readonly equals?: Readonly<Record<string, string | bigint | number | boolean>>;
  /** Columns that must have one of these texts; an empty list matches no row. */
  readonly in?: Readonly<Record<string, readonly string[]>>;
  /** Half-open: from <= value < to. */
  readonly range?: { readonly column: string; readonly from?: string; readonly to?: string };
  /** Case-insensitive substring in any `searchable` column. */
  readonly search?: string;
  /** Subset of `searchable` to search. Trying would reveal values of other columns. */
  readonly searchIn?: readonly string[];
  /** Rows that match without the text. Counts only with `search`. */
  readonly orKeys?: readonly string[];
  /**
   * Column values of rows that match without the text. Each column must be first in an index. Counts only
   * with `search`.
   */
  readonly orIn?: Readonly<Record<string, readonly (string | bigint | number)[]>>;
  /** Half-open: from <= value < to. */
  readonly within?: {
    readonly column: string;
    readonly ranges: readonly { readonly from: bigint; readonly to: bigint }[];
  };
}

export interface PageQuery extends Filter {
  readonly sort: { readonly column: string; readonly direction: 'ascending' | 'descending' };
  readonly skip: number;
  readonly limit: number;
  /** Bigint column to sum over all matching rows. */
  readonly sum?: string;
}

export interface Page<R> {
  readonly rows: readonly R[];
  /** Exact up to 10,000. */
  readonly total: number;
  readonly totalCapped: boolean;
  /** Sum over all matching rows, or over the first 10,000 in order. */
  readonly sum?: bigint;
}

/** Key of a row with its text. Equal rows, and only equal rows, share a text. */
export type KeyedText = readonly [key: string, text: string];

/** For any number of processes. Over a network all methods may throw `ReadModelsUnavailable`. */
export interface ReadStore {
  get<R extends Row>(view: View<R>, key: string): Promise<R | undefined>;
  /** Omits missing rows; at most a few thousand keys. */
  getMany<R extends Row>(view: View<R>, keys: readonly string[]): Promise<ReadonlyMap<string, R>>;
  page<R extends Row>(view: View<R>, query: PageQuery): Promise<Page<R>>;
  /** Sorted by the bytes of keys, for a full scan. */
  rowsAfter<R extends Row>(view: View<R>, after: string | undefined, limit: number): Promise<readonly R[]>;
  /** Rows as `RowText`, to compare them whole. */
  rowTextsAfter(view: View, after: string | undefined, limit: number): Promise<readonly KeyedText[]>;
  /** Position of the last applied event; 0 before the first. */
  checkpoint(view: View): Promise<number>;
  /**
   * Range of a batch in progress or left unfinished. Some rows may already be at `to`, unlike the checkpoint.
   * Absent where batches are atomic.
   */
  underWay?(view: View): Promise<Range | undefined>;
  /** Sorted by key; empty when every row is at the checkpoint. */
  parkedKeys(view: View): Promise<readonly Parked[]>;
  close(): Promise<void>;
}

/** Events after `from`, up to and including `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
  /** Hash of the event at `to`; absent when unknown. */
  readonly hash?: string | undefined;
}

export interface ViewBatch extends Range {
  readonly view: View;
  readonly operations: readonly Operation[];
  /** Parked keys after the batch; absent when unchanged. */
  readonly parked?: readonly Parked[] | undefined;
}

/** Write side; one process at a time. */
export interface ReadStoreWriter extends ReadStore {
  /** Applies the operations and the checkpoint atomically. A checkpoint other than `from` is a fault. */
  apply(view: View, from: number, to: number, operations: readonly Operation[]): Promise<void>;
  /** Applies several views in one durable step. */
  applyAll(batches: readonly ViewBatch[]): Promise<void>;
  /**
   * Replaces rows and the parked keys without moving the checkpoint. Can be repeated after a failure: all
   * keys stay parked until the call ends.
   */
  unpark(view: View, rows: readonly Row[], parked: readonly Parked[]): Promise<void>;
  /** Range left half applied by a crash. Apply exactly this range first; rows already written are skipped. */
  unfinished?(view: View): Promise<Range | undefined>;
  /** Hash of the event at the checkpoint; undefined when none was stored. */
  checkpointHash(view: View): Promise<string | undefined>;
  /** Aborts when another process took over: this writer must stop. */
  readonly lost?: AbortSignal;
  beginRebuild(view: View): Promise<Generation>;
}

export interface Generation {
  apply(
    from: number,
    to: number,
    operations: readonly Operation[],
    parked?: readonly Parked[],
    hash?: string,
  ): Promise<void>;
  /** Compares rows with the serving generation at the same checkpoint. */
  compare(): Promise<{
    readonly same: boolean;
    readonly differing: number;
    readonly examples: readonly string[];
  }>;
  swap(): Promise<void>;
  /**
   * Drops the new generation, but not after a successful `swap`. After an unanswered `swap`, the
   * caller cannot know the outcome.
   */
  discard(): Promise<void>;
}

export const READ_STORE = Symbol('READ_STORE');
