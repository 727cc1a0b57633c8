import { createHash } from 'node:crypto';
import type { ListIndex, Row, View } from './view.js';

export type ColumnKind = 'text' | 'integer' | 'real' | 'flag' | 'json';

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly nullable: boolean;
}

/** `View` without its zod schema, for reader threads. */
export interface ViewShape {
  readonly name: string;
  readonly key: string;
  readonly columns: readonly Column[];
  readonly indexes: readonly (readonly string[])[];
  readonly lists: readonly ListIndex[];
  readonly arrivesBy: string | undefined;
  readonly searchable: readonly string[];
  readonly trigram: readonly string[];
  readonly words: Readonly<Record<string, readonly string[]>>;
  readonly searchFilters: readonly string[];
  /**
   * Hash of everything that determines the rows, such as the version and the indexes. When this hash changes,
   * the view is filled again.
   */
  readonly fingerprint: string;
}

interface SchemaDef {
  readonly type: string;
  readonly innerType?: { readonly def: SchemaDef };
}

const KINDS: Readonly<Record<string, ColumnKind>> = {
  string: 'text',
  enum: 'text',
  literal: 'text',
  bigint: 'integer',
  number: 'real',
  boolean: 'flag',
  array: 'json',
  object: 'json',
  record: 'json',
};

const SUBSTRING_INDEX = 2;

const VIEW_NAME = /^[a-z][a-z0-9_-]{0,62}$/;
const COLUMN_NAME = /^[a-z][a-z0-9_]{0,62}$/;

function columnOf(name: string, def: SchemaDef): Column {
  let inner = def;
  let nullable = false;
  while (inner.innerType !== undefined) {
    nullable ||= inner.type === 'nullable' || inner.type === 'optional';
    inner = inner.innerType.def;
  }
  const kind = KINDS[inner.type];
  if (kind === undefined) throw new TypeError(`column ${name}: a ${inner.type} cannot be stored`);
  if (!COLUMN_NAME.test(name)) throw new TypeError(`column ${name}: not a column name`);
  return { name, kind, nullable };
}

/** @throws TypeError when the view names an unknown column */
export function shapeOf<R extends Row>(view: View<R>): ViewShape {
  if (!VIEW_NAME.test(view.name)) throw new TypeError(`view ${view.name}: not a table name`);
  const columns = Object.entries(view.row.shape).map(([name, schema]) =>
    columnOf(name, schema.def as SchemaDef),
  );
  const names = new Set(columns.map((column) => column.name));
  const { lists = [], arrivesBy, searchFilters = [] } = view;
  const named = [
    view.key,
    ...view.indexes.flat(),
    ...view.searchable,
    ...Object.keys(view.words ?? {}),
    ...lists.flatMap(({ by, holds, searches = [], except }) => [
      ...by,
      ...holds,
      ...searches,
      ...(except ? [except.column] : []),
    ]),
    ...(arrivesBy === undefined ? [] : [arrivesBy]),
  ];
  for (const name of named)
    if (!names.has(name)) throw new TypeError(`view ${view.name} has no column ${name}`);
  const words = (view.words ?? {}) as Readonly<Record<string, readonly string[]>>;
  for (const name of searchFilters)
    if (!Object.hasOwn(words, name)) throw new TypeError(`view ${view.name} has no words of ${name}`);
  const parts = {
    name: view.name,
    key: view.key,
    columns,
    indexes: view.indexes,
    searchable: view.searchable,
    trigram: view.searchable.filter((name) => words[name] === undefined),
    words,
  };
  // Leave out options that a view does not set. Otherwise each new option would refill every view.
  const further = {
    ...(lists.length > 0 && { lists }),
    ...(arrivesBy !== undefined && { arrivesBy }),
    ...(searchFilters.length > 0 && { searchFilters }),
    ...(parts.trigram.length > 0 && { substrings: SUBSTRING_INDEX }),
  };
  const described = [view.version, parts, ...(Object.keys(further).length > 0 ? [further] : [])];
  const fingerprint = createHash('sha256').update(JSON.stringify(described)).digest('hex');
  return { ...parts, lists, arrivesBy, searchFilters, fingerprint };
}
