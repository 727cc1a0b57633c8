import type { z } from 'zod';

/** Column values a row may hold: kobo and counts as bigint, times as ISO 8601 text, lists as JSON. */
export type Row = Record<string, unknown>;

/** A read model, declared once. Adapters make tables, collections and indexes from it. */
export interface View<R extends Row = Row> {
  /** Lower-case letters, digits, underscores and hyphens; names the table. */
  readonly name: string;
  /** Raised when rows mean something else: the view is then rebuilt. */
  readonly version: number;
  /** Columns: z.string(), z.bigint(), z.boolean(), z.number() or z.array(…)/z.object(…) (stored as JSON), each maybe .nullable(). */
  readonly row: z.ZodObject;
  /** The column that identifies a row (text). */
  readonly key: keyof R & string;
  /**
   * Each an index: equality columns first, then the sort column. SQLite leaves one out where the index of a list by its first and its last
   * column holds the others.
   */
  readonly indexes: readonly (readonly (keyof R & string)[])[];
  /** Indexes of lists over everybody's rows. */
  readonly lists?: readonly ListIndex<keyof R & string>[];
  /**
   * The column of moments (`2026-03-01T09:15:00.000Z`) that rows are listed by newest first, which never changes in a row and by
   * which they arrive nearly in order: of many rows that hold a text, the newest are then found without looking at the others.
   */
  readonly arrivesBy?: keyof R & string;
  /** Columns that substring search looks into; empty for none. */
  readonly searchable: readonly (keyof R & string)[];
  /**
   * Searchable columns that only ever hold one of these words (a status, a service). They are searched like the others
   * but kept out of the substring index, so that changing a status stays cheap.
   */
  readonly words?: Readonly<Partial<Record<keyof R & string, readonly string[]>>>;
  /**
   * Columns of `words` that a search is often narrowed by and that rows hardly ever change: the index of substrings holds each row's word of them,
   * so that rows that hold a text and are of one word are found without opening those of other words.
   */
  readonly searchFilters?: readonly (keyof R & string)[];
  /** Columns that hold personal data, all nullable: set to null when the person is erased, and null from the start in a rebuild. */
  readonly personal?: readonly (keyof R & string)[];
}

/** An index that answers how many rows a list has, and what they add up to, without opening them. */
export interface ListIndex<Name extends string = string> {
  /** Equality columns first, then the sort column. */
  readonly by: readonly Name[];
  /** What else of a row it holds: what such a list is filtered by, and what it adds up. */
  readonly holds: readonly Name[];
  /** What a search looks at beside these, in an index of few rows: they are gone through in it, and none is opened. */
  readonly searches?: readonly Name[];
  /** Rows that are left out: so many are of this value that the newest are found without an index. */
  readonly except?: { readonly column: Name; readonly is: string };
}

/** What a projection asks for. Applied once, in order, together with the checkpoint. */
export type Operation =
  | { readonly op: 'put'; readonly row: Row }
  /** Sets columns of an existing row; a missing row is a fault. */
  | { readonly op: 'set'; readonly key: string; readonly columns: Row }
  /**
   * As `set`, where a missing row is left missing. For views of few rows that hear of many events. Costs a look-up of the
   * key each.
   */
  | { readonly op: 'setIfThere'; readonly key: string; readonly columns: Row }
  /** Adds to bigint columns; `row` holds what a new row starts from (with its key). */
  | { readonly op: 'add'; readonly row: Row; readonly by: Readonly<Record<string, bigint>> }
  /** Appends an item to a JSON list column of an existing row. */
  | { readonly op: 'push'; readonly key: string; readonly column: string; readonly item: unknown }
  /** Sets columns of every row whose (indexed) column holds the value; no such row is no fault. Rare: erasing a person. */
  | {
      readonly op: 'clear';
      readonly where: { readonly column: string; readonly is: string };
      readonly columns: Row;
    };

/** A projection asked for something impossible: a missing row, a value of the wrong type. Nothing was applied. */
export class OperationFault extends Error {
  override readonly name = 'OperationFault';
}

/** Where the read models are kept does not answer. */
export class ReadModelsUnavailable extends Error {
  override readonly name = 'ReadModelsUnavailable';
}

/**
 * Rows that a view keeps apart: an event of theirs could not be read, and nothing was applied for this key from position
 * `since` on, so that its rows stay as they were before.
 */
export interface Parked {
  /** Id of a person, or a stream. */
  readonly key: string;
  readonly since: number;
  /** Type of the event and what went wrong, without anything the event holds. */
  readonly reason: string;
}

export interface Filter {
  readonly equals?: Readonly<Record<string, string | bigint | number | boolean>>;
  /** Columns whose value is one of a few texts; of none, no row. */
  readonly in?: Readonly<Record<string, readonly string[]>>;
  /** Half-open range on one column: from <= value < to. */
  readonly range?: { readonly column: string; readonly from?: string; readonly to?: string };
  /** Case-insensitive substring in any searchable column. */
  readonly search?: string;
  /** Looks into these of the searchable columns only: the others are not for whoever asks, who could guess them by trying. */
  readonly searchIn?: readonly string[];
  /** Keys of rows that are found beside those that hold the text: what it means elsewhere. Counts only with `search`. */
  readonly orKeys?: readonly string[];
  /**
   * Rows that are found beside those, by what a column of theirs is: what the text means though no column holds it, as an amount or a vendor's
   * name. For each of the values the column is the first of an index. Counts only with `search`.
   */
  readonly orIn?: Readonly<Record<string, readonly (string | bigint | number)[]>>;
  /** Rows whose whole number is in any of half-open ranges: from <= value < to. */
  readonly within?: {
    readonly column: string;
    readonly ranges: readonly { readonly from: bigint; readonly to: bigint }[];
  };
}

export interface PageQuery extends Filter {
  readonly sort: { readonly column: string; readonly direction: 'ascending' | 'descending' };
  readonly skip: number;
  readonly limit: number;
  /** A column of whole numbers that is added up over the rows that match, whatever part of them is shown. */
  readonly sum?: string;
}

export interface Page<R> {
  readonly rows: readonly R[];
  /** Exact up to 10,000. */
  readonly total: number;
  /** True when there are more than 10,000. */
  readonly totalCapped: boolean;
  /** Of the column that was asked for: over all rows, or over the first 10,000 in order where there are more. */
  readonly sum?: bigint;
}

/** A row by its key, as one text that it shares with no row that differs. */
export type KeyedText = readonly [key: string, text: string];

/**
 * The asking side: any number of processes. A view being rebuilt answers from its old generation. Beyond a network, all
 * throw ReadModelsUnavailable.
 */
export interface ReadStore {
  get<R extends Row>(view: View<R>, key: string): Promise<R | undefined>;
  /** Those that exist, by their keys. Meant for the keys of one page: at most a few thousand. */
  getMany<R extends Row>(view: View<R>, keys: readonly string[]): Promise<ReadonlyMap<string, R>>;
  page<R extends Row>(view: View<R>, query: PageQuery): Promise<Page<R>>;
  /** The rows that follow a key, in the order of the bytes of their keys: for whoever goes through all of them. */
  rowsAfter<R extends Row>(view: View<R>, after: string | undefined, limit: number): Promise<readonly R[]>;
  /** The same rows, each as one text (`RowText`) after its key: to be compared as a whole, which needs no values of their own. */
  rowTextsAfter(view: View, after: string | undefined, limit: number): Promise<readonly KeyedText[]>;
  /** Position of the last event applied to the view; 0 before the first. */
  checkpoint(view: View): Promise<number>;
  /**
   * What is being applied right now, or was cut short and not finished yet, where a batch is not one transaction: some rows may
   * be up to its end, and the checkpoint is at its beginning. Absent where a batch is one step.
   */
  underWay?(view: View): Promise<Range | undefined>;
  /** What the view keeps apart, in order of keys; empty when every row is up to its checkpoint. */
  parkedKeys(view: View): Promise<readonly Parked[]>;
  close(): Promise<void>;
}

/** Events after position `from`, up to and with `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Operations of one view that move its checkpoint from `from` to `to`. */
export interface ViewBatch extends Range {
  readonly view: View;
  readonly operations: readonly Operation[];
  /** All that the view keeps apart afterwards; absent when that is as before. */
  readonly parked?: readonly Parked[] | undefined;
}

/** The writing side: one process at a time. */
export interface ReadStoreWriter extends ReadStore {
  /** Applies operations and moves the checkpoint from `from` to `to` in one step. A checkpoint that is not `from` is a fault. */
  apply(view: View, from: number, to: number, operations: readonly Operation[]): Promise<void>;
  /** Several views in one durable step: the usual way, one call a batch. */
  applyAll(batches: readonly ViewBatch[]): Promise<void>;
  /**
   * Puts rows as they should be at the checkpoint, which stays, and keeps apart what `parked` lists. Done again after a crash it
   * ends the same: until it is done, everything is parked as before.
   */
  unpark(view: View, rows: readonly Row[], parked: readonly Parked[]): Promise<void>;
  /**
   * What a crash left half applied, where a batch is not one transaction. It must be applied again as exactly this
   * range before anything else: rows it reached already are left as they are.
   */
  unfinished?(view: View): Promise<Range | undefined>;
  /** Aborted when another process took over: this writer may write no more. */
  readonly lost?: AbortSignal;
  /** An empty new generation beside the serving one, written through the returned writer. */
  beginRebuild(view: View): Promise<Generation>;
}

export interface Generation {
  apply(
    from: number,
    to: number,
    operations: readonly Operation[],
    parked?: readonly Parked[],
  ): Promise<void>;
  /** Compares row for row with the serving generation at the same checkpoint. */
  compare(): Promise<{
    readonly same: boolean;
    readonly differing: number;
    readonly examples: readonly string[];
  }>;
  /** The pointer every query reads moves to this generation; the old one is dropped. */
  swap(): Promise<void>;
  /** Does nothing to one that serves: where a swap was not answered nobody knows. */
  discard(): Promise<void>;
}

export const READ_STORE = Symbol('READ_STORE');
