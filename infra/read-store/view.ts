import type { z } from 'zod';

/** Column values a row may hold: kobo and counts as bigint, times as ISO 8601 text, lists as JSON. */
export type Row = Record<string, unknown>;

/** A read model, declared once. Adapters make tables, collections and indexes from it. */
export interface View<R extends Row = Row> {
  /** Letters and underscores; names the table. */
  readonly name: string;
  /** Raised when rows mean something else: the view is then rebuilt. */
  readonly version: number;
  /** Columns: z.string(), z.bigint(), z.boolean(), z.number() or z.array(…)/z.object(…) (stored as JSON), each maybe .nullable(). */
  readonly row: z.ZodObject;
  /** The column that identifies a row (text). */
  readonly key: keyof R & string;
  /** Each an index: equality columns first, then the sort column. */
  readonly indexes: readonly (readonly (keyof R & string)[])[];
  /** Columns that substring search looks into; empty for none. */
  readonly searchable: readonly (keyof R & string)[];
  /**
   * Searchable columns that only ever hold one of these words (a status, a service). They are searched like the others
   * but kept out of the substring index, so that changing a status stays cheap.
   */
  readonly words?: Readonly<Partial<Record<keyof R & string, readonly string[]>>>;
  /** Columns that hold personal data, all nullable: set to null when the person is erased, and null from the start in a rebuild. */
  readonly personal?: readonly (keyof R & string)[];
}

/** What a projection asks for. Applied once, in order, together with the checkpoint. */
export type Operation =
  | { readonly op: 'put'; readonly row: Row }
  /** Sets columns of an existing row; a missing row is a fault. */
  | { readonly op: 'set'; readonly key: string; readonly columns: Row }
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

export interface Filter {
  readonly equals?: Readonly<Record<string, string | bigint | boolean>>;
  /** Half-open range on one column: from <= value < to. */
  readonly range?: { readonly column: string; readonly from?: string; readonly to?: string };
  /** Case-insensitive substring in any searchable column. */
  readonly search?: string;
}

export interface PageQuery extends Filter {
  readonly sort: { readonly column: string; readonly direction: 'ascending' | 'descending' };
  readonly skip: number;
  readonly limit: number;
}

export interface Page<R> {
  readonly rows: readonly R[];
  /** Exact up to 10,000. */
  readonly total: number;
  /** True when there are more than 10,000. */
  readonly totalCapped: boolean;
}

/**
 * The asking side: any number of processes. A view being rebuilt answers from its old generation. Beyond a network, all
 * throw ReadModelsUnavailable.
 */
export interface ReadStore {
  get<R extends Row>(view: View<R>, key: string): Promise<R | undefined>;
  page<R extends Row>(view: View<R>, query: PageQuery): Promise<Page<R>>;
  /** Position of the last event applied to the view; 0 before the first. */
  checkpoint(view: View): Promise<number>;
  close(): Promise<void>;
}

/** Events after position `from`, up to and with `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The writing side: one process at a time. */
export interface ReadStoreWriter extends ReadStore {
  /** Applies operations and moves the checkpoint from `from` to `to` in one step. A checkpoint that is not `from` is a fault. */
  apply(view: View, from: number, to: number, operations: readonly Operation[]): Promise<void>;
  /** Several views in one durable step: the usual way, one call a batch. */
  applyAll(
    batches: readonly { view: View; from: number; to: number; operations: readonly Operation[] }[],
  ): Promise<void>;
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
  apply(from: number, to: number, operations: readonly Operation[]): Promise<void>;
  /** Compares row for row with the serving generation at the same checkpoint. */
  compare(): Promise<{
    readonly same: boolean;
    readonly differing: number;
    readonly examples: readonly string[];
  }>;
  /** The pointer every query reads moves to this generation; the old one is dropped. */
  swap(): Promise<void>;
  discard(): Promise<void>;
}
