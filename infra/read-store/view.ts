import type { z } from 'zod';

/** Kobo and counts are bigint, times are ISO 8601 texts, lists are JSON. */
export type Row = Record<string, unknown>;

export interface View<R extends Row = Row> {
  /** Table name: lower-case letters, digits, underscores and hyphens. */
  readonly name: string;
  /** Increase `version` when the rows change meaning. The view is then rebuilt. */
  readonly version: number;
  /**
   * Columns: z.string(), z.bigint(), z.boolean(), z.number(), or z.array(…)/z.object(…) stored as JSON; each may be
   * .nullable().
   */
  readonly row: z.ZodObject;
  /** Name of the text column that identifies a row. */
  readonly key: keyof R & string;
  /** Equality columns first, then the sort column. */
  readonly indexes: readonly (readonly (keyof R & string)[])[];
  readonly lists?: readonly ListIndex<keyof R & string>[];
  /**
   * Time column (`2026-03-01T09:15:00.000Z`) that never changes and nearly ascends. Searches then read only
   * the newest rows.
   */
  readonly arrivesBy?: keyof R & string;
  /** Columns that a search looks at; empty for no search. */
  readonly searchable: readonly (keyof R & string)[];
  /**
   * Searchable columns with a fixed set of words, such as a status. Changes are cheap, because the substring
   * index omits these columns.
   */
  readonly words?: Readonly<Partial<Record<keyof R & string, readonly string[]>>>;
  /** Columns of `words` that the substring index contains. */
  readonly searchFilters?: readonly (keyof R & string)[];
  /** Nullable columns with personal data. Erasure makes them null, also in rebuilt rows. */
  readonly personal?: readonly (keyof R & string)[];
}

/** Index for counting and summing a list without reading its rows. */
export interface ListIndex<Name extends string = string> {
  readonly by: readonly Name[];
  readonly holds: readonly Name[];
  /** Searched columns in a small index, so that a search reads no rows. */
  readonly searches?: readonly Name[];
  /** Omits rows with this common value. */
  readonly except?: { readonly column: Name; readonly is: string };
}

/** Operations are applied in order, in one step with the checkpoint. */
export type Operation =
  | { readonly op: 'put'; readonly row: Row }
  /** Sets columns of a row. A missing row is an error. */
  | { readonly op: 'set'; readonly key: string; readonly columns: Row }
  /** Sets columns of a row, unless the row is missing. */
  | { readonly op: 'setIfThere'; readonly key: string; readonly columns: Row }
  /** Adds to bigint columns; `row` is the initial row if none exists. */
  | { readonly op: 'add'; readonly row: Row; readonly by: Readonly<Record<string, bigint>> }
  | { readonly op: 'push'; readonly key: string; readonly column: string; readonly item: unknown }
  /** Sets columns of all rows with a value in an indexed column, to erase a person. */
  | {
      readonly op: 'clear';
      readonly where: { readonly column: string; readonly is: string };
      readonly columns: Row;
    };

/** The operation is impossible, such as on a missing row. No part of the batch was applied. */
export class OperationFault extends Error {
  override readonly name = 'OperationFault';
}

export class ReadModelsUnavailable extends Error {
  override readonly name = 'ReadModelsUnavailable';
}

/** An event of this key could not be applied. Events of the key are skipped from position `since` on. */
export interface Parked {
  /** Id of a person, or a stream. */
  readonly key: string;
  readonly since: number;
  /** Event type and name of the error, never content of the event. */
  readonly reason: string;
}

export interface Filter {
  readonly equals?: Readonly<Record<string, string | bigint | number | boolean>>;
  /** Columns that must have one of these texts; an empty list matches no row. */
  readonly in?: Readonly<Record<string, readonly string[]>>;
  /** Half-open range: from <= value < to. */
  readonly range?: { readonly column: string; readonly from?: string; readonly to?: string };
  /** Text to find in the `searchable` columns. Ignores case. */
  readonly search?: string;
  /** Columns to search, from `searchable`. Searching others could reveal their values. */
  readonly searchIn?: readonly string[];
  /** Keys of rows that also match. Used only with `search`. */
  readonly orKeys?: readonly string[];
  /** Column values whose rows also match. Each column must be the first of an index. */
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
  /** Bigint column to sum over all matching rows. */
  readonly sum?: string;
}

export interface Page<R> {
  readonly rows: readonly R[];
  /** Number of matching rows, exact up to 10,000. */
  readonly total: number;
  readonly totalCapped: boolean;
  /** Sum over all matching rows, or over the first 10,000 in order. */
  readonly sum?: bigint;
}

/** Key of a row, and a text that is equal only for equal rows. */
export type KeyedText = readonly [key: string, text: string];

/** Reads views, in any number of processes. Methods may throw `ReadModelsUnavailable` over a network. */
export interface ReadStore {
  get<R extends Row>(view: View<R>, key: string): Promise<R | undefined>;
  /** Rows by key, without missing rows. Takes at most a few thousand keys. */
  getMany<R extends Row>(view: View<R>, keys: readonly string[]): Promise<ReadonlyMap<string, R>>;
  page<R extends Row>(view: View<R>, query: PageQuery): Promise<Page<R>>;
  /** Rows after the key `after`, sorted by the bytes of keys. */
  rowsAfter<R extends Row>(view: View<R>, after: string | undefined, limit: number): Promise<readonly R[]>;
  rowTextsAfter(view: View, after: string | undefined, limit: number): Promise<readonly KeyedText[]>;
  /** Position of the last event applied; 0 before the first. */
  checkpoint(view: View): Promise<number>;
  /** Range of an unfinished batch, whose rows may already be at `range.to`. */
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
  /** Applies the operations and the checkpoint atomically. Throws unless the checkpoint is `from`. */
  apply(view: View, from: number, to: number, operations: readonly Operation[]): Promise<void>;
  applyAll(batches: readonly ViewBatch[]): Promise<void>;
  /** Replaces rows and parked keys without moving the checkpoint. Can be repeated after a failure. */
  unpark(view: View, rows: readonly Row[], parked: readonly Parked[]): Promise<void>;
  /** Range of the batch that a crash interrupted. Apply exactly this range first. */
  unfinished?(view: View): Promise<Range | undefined>;
  checkpointHash(view: View): Promise<string | undefined>;
  /** Aborts when another process has taken over the writing. */
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
  /** Deletes the generation, unless `swap` succeeded. */
  discard(): Promise<void>;
}

export const READ_STORE = Symbol('READ_STORE');
