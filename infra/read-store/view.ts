import type { z } from 'zod';
import type { Place } from '../checkpoints/checkpoints.js';

/** Row of a view. Kobo and counts are bigint. Times are ISO 8601 texts. Lists are JSON. */
export type Row = Record<string, unknown>;

export interface View<R extends Row = Row> {
  /** Name of the table. It consists of lower-case letters, digits, underscores and hyphens. */
  readonly name: string;
  /** Increase `version` when the rows change their meaning. The view is then filled again. */
  readonly version: number;
  /**
   * Columns of a row: z.string(), z.bigint(), z.boolean(), z.number(), or z.array(…)/z.object(…), which are
   * stored as JSON. Each column may be .nullable().
   */
  readonly row: z.ZodObject;
  /** Name of the text column that identifies a row. */
  readonly key: keyof R & string;
  /** Columns of each index. Columns that are compared for equality come first, then the sort column. */
  readonly indexes: readonly (readonly (keyof R & string)[])[];
  readonly lists?: readonly ListIndex<keyof R & string>[];
  /**
   * Column with the time of the row (`2026-03-01T09:15:00.000Z`). The time never changes. Later rows nearly
   * always have later times, so searches can read only the newest rows.
   */
  readonly arrivesBy?: keyof R & string;
  /** Columns to search. An empty list means that the view has no search. */
  readonly searchable: readonly (keyof R & string)[];
  /**
   * Searchable columns with a fixed set of words, such as a status. The substring index omits these columns,
   * so changing them is cheap.
   */
  readonly words?: Readonly<Partial<Record<keyof R & string, readonly string[]>>>;
  /** Columns of `words` that are in the substring index, so that searches can filter by them. */
  readonly searchFilters?: readonly (keyof R & string)[];
  /**
   * Nullable columns with personal data. Erasing a person sets these columns to null. Rows that are rebuilt
   * later have null there too.
   */
  readonly personal?: readonly (keyof R & string)[];
}

/** Index that allows counting and summing a list without reading its rows. */
export interface ListIndex<Name extends string = string> {
  readonly by: readonly Name[];
  readonly holds: readonly Name[];
  /** Columns whose text a search can check in this index, without reading rows. */
  readonly searches?: readonly Name[];
  /** Column and its most frequent value. The index omits rows with this value. */
  readonly except?: { readonly column: Name; readonly is: string };
}

/** Operations are applied in order, and committed together with the checkpoint. */
export type Operation =
  | { readonly op: 'put'; readonly row: Row }
  /** Sets columns of a row. When the row is missing, the operation fails. */
  | { readonly op: 'set'; readonly key: string; readonly columns: Row }
  /** Sets columns of a row. When the row is missing, the operation does nothing. */
  | { readonly op: 'setIfThere'; readonly key: string; readonly columns: Row }
  /** Adds to bigint columns of a row. When the row is missing, `row` is stored first. */
  | { readonly op: 'add'; readonly row: Row; readonly by: Readonly<Record<string, bigint>> }
  | { readonly op: 'push'; readonly key: string; readonly column: string; readonly item: unknown }
  /**
   * Sets columns of all rows whose indexed column `where.column` has the value `where.is`. Used to
   * erase a person.
   */
  | {
      readonly op: 'clear';
      readonly where: { readonly column: string; readonly is: string };
      readonly columns: Row;
    };

/**
 * Error when an operation is impossible, for example because its row is missing. No part of the
 * batch was applied.
 */
export class OperationFault extends Error {
  override readonly name = 'OperationFault';
}

export class ReadModelsUnavailable extends Error {
  override readonly name = 'ReadModelsUnavailable';
}

/** Key whose events are skipped from position `since` on, because the event at `since` could not be applied. */
export interface Parked {
  /** Id of a person, or name of a stream. */
  readonly key: string;
  readonly since: number;
  /** Event type and name of the error. Never contains content of the event. */
  readonly reason: string;
}

export interface Filter {
  readonly equals?: Readonly<Record<string, string | bigint | number | boolean>>;
  /** Columns that must have one of the given texts. An empty list of texts matches no row. */
  readonly in?: Readonly<Record<string, readonly string[]>>;
  /** Half-open range: from <= value < to. */
  readonly range?: { readonly column: string; readonly from?: string; readonly to?: string };
  /** Text to find in the `searchable` columns. Ignores case. */
  readonly search?: string;
  /**
   * Columns to search, chosen from `searchable`. Searching a column that the reader may not see would reveal
   * its values.
   */
  readonly searchIn?: readonly string[];
  /** Keys of rows that match even without the text of `search`. Ignored when `search` is absent. */
  readonly orKeys?: readonly string[];
  /**
   * With `search`, rows with one of these values in a column match too. Each of these columns must begin an
   * index.
   */
  readonly orIn?: Readonly<Record<string, readonly (string | bigint | number)[]>>;
  readonly within?: {
    readonly column: string;
    readonly ranges: readonly { readonly from: bigint; readonly to: bigint }[];
  };
}

export interface PageQuery extends Filter {
  readonly sort: { readonly column: string; readonly direction: 'ascending' | 'descending' };
  readonly skip: number;
  readonly limit: number;
  /** Bigint column to add up over all matching rows. */
  readonly sum?: string;
}

export interface Page<R> {
  readonly rows: readonly R[];
  /** Number of matching rows, exact up to 10,000. */
  readonly total: number;
  readonly totalCapped: boolean;
  /** Sum over the matching rows, or over the first 10,000 of them in sort order. */
  readonly sum?: bigint;
}

/** Key of a row and the text of the row. Two texts are equal only for equal rows. */
export type KeyedText = readonly [key: string, text: string];

/**
 * Reads views. Any number of processes may read at once. When the database is reached over a network, methods
 * may throw `ReadModelsUnavailable`.
 */
export interface ReadStore {
  get<R extends Row>(view: View<R>, key: string): Promise<R | undefined>;
  /** Returns the rows of at most a few thousand keys. Omits keys without a row. */
  getMany<R extends Row>(view: View<R>, keys: readonly string[]): Promise<ReadonlyMap<string, R>>;
  page<R extends Row>(view: View<R>, query: PageQuery): Promise<Page<R>>;
  /** Rows are sorted by the bytes of their keys. */
  rowsAfter<R extends Row>(view: View<R>, after: string | undefined, limit: number): Promise<readonly R[]>;
  rowTextsAfter(view: View, after: string | undefined, limit: number): Promise<readonly KeyedText[]>;
  /** Position of the last event that was applied. 0 before the first event. */
  checkpoint(view: View): Promise<number>;
  place(view: View): Promise<Place>;
  /** Range of the unfinished batch. Some rows may already contain its events. */
  underWay?(view: View): Promise<Range | undefined>;
  /** Parked keys, sorted. */
  parkedKeys(view: View): Promise<readonly Parked[]>;
  close(): Promise<void>;
}

export interface Range {
  readonly from: number;
  readonly to: number;
  readonly hash?: string | undefined;
}

export interface ViewBatch extends Range {
  readonly view: View;
  readonly operations: readonly Operation[];
  readonly parked?: readonly Parked[] | undefined;
}

export interface ReadStoreWriter extends ReadStore {
  /**
   * Applies the operations and the new checkpoint atomically. Throws when the present checkpoint is not
   * `from`.
   */
  apply(view: View, from: number, to: number, operations: readonly Operation[]): Promise<void>;
  applyAll(batches: readonly ViewBatch[]): Promise<void>;
  /**
   * Stores the repaired rows and the new list of parked keys. The checkpoint stays the same. After a failure,
   * the call can be repeated.
   */
  unpark(view: View, rows: readonly Row[], parked: readonly Parked[]): Promise<void>;
  /** Range of a batch that a crash interrupted. The caller must apply exactly this range first. */
  unfinished?(view: View): Promise<Range | undefined>;
  checkpointHash(view: View): Promise<string | undefined>;
  /** Aborts when another process has become the writer. */
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
  compare(): Promise<{
    readonly same: boolean;
    readonly differing: number;
    readonly examples: readonly string[];
  }>;
  swap(): Promise<void>;
  /** Deletes the new copy of the rows. Does nothing after `swap` has succeeded. */
  discard(): Promise<void>;
}

export const READ_STORE = Symbol('READ_STORE');
