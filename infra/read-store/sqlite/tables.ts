import type { Database } from './database.js';
import { quoted } from './row-codec.js';
import type { ListIndex, Parked, Range } from '../view.js';
import type { ColumnKind, ViewShape } from '../view-shape.js';

const TYPES: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  integer: 'integer',
  real: 'real',
  flag: 'integer',
  json: 'text',
};

export interface Pointer {
  readonly generation: number;
  readonly checkpoint: number;
}

type Named = Pick<ViewShape, 'name'>;

export const tableName = (view: Named, generation: number): string => `${view.name}__${generation}`;
export const indexName = (view: Named, generation: number): string => `${tableName(view, generation)}_text`;
export const indexColumns = (shape: ViewShape): string[] => shape.trigram.map((_, number) => `c${number}`);
export const filterColumns = (shape: ViewShape): string[] =>
  shape.searchFilters.map((_, number) => `w${number}`);
export const listIndexName = (view: Named, generation: number, number: number): string =>
  `${tableName(view, generation)}_l${number}`;
export const notExcepted = ({ column, is }: NonNullable<ListIndex['except']>): string =>
  `${quoted(column)} <> '${is.replaceAll("'", "''")}'`;

function forgetLateness(database: Database, view: Named, generation: number): void {
  database
    .prepare('delete from lateness where view = ? and generation = ?')
    .run(view.name, BigInt(generation));
}

/**
 * Makes the table of generations (copies of a view's rows). Queries read the generation whose
 * `serving` is 1.
 */
export function createCatalogue(database: Database): void {
  database.exec(`create table if not exists generations(
    view text not null, generation integer not null, fingerprint text not null, checkpoint integer not null,
    serving integer not null, hash text, primary key (view, generation)) without rowid`);
  const columns = database.prepare('select name from pragma_table_info(?)').rows('generations');
  // Add the column `hash`, which databases of older versions do not have.
  if (!columns.some(([name]) => name === 'hash'))
    database.exec('alter table generations add column hash text');
  database.exec(`create table if not exists parked(
    view text not null, generation integer not null, key text not null, since integer not null, reason text not null,
    primary key (view, generation, key)) without rowid`);
  // `milliseconds` is the maximum lateness from `Arrivals`, or null when unknown. A view without an entry has
  // the lateness 0.
  database.exec(`create table if not exists lateness(
    view text not null, generation integer not null, milliseconds integer, primary key (view, generation)) without rowid`);
}

export function latenessOf(database: Database, view: Named, generation: number): number | undefined {
  const [row] = database
    .prepare('select milliseconds from lateness where view = ? and generation = ?')
    .rows(view.name, BigInt(generation));
  if (row === undefined) return 0;
  return row[0] === null ? undefined : Number(row[0]);
}

export function noteLateness(
  database: Database,
  view: Named,
  generation: number,
  milliseconds: number | undefined,
): void {
  database
    .prepare('insert or replace into lateness(view, generation, milliseconds) values (?, ?, ?)')
    .run(view.name, BigInt(generation), milliseconds === undefined ? null : BigInt(milliseconds));
}

export function servingPointer(database: Database, shape: ViewShape): Pointer | undefined {
  const [row] = database
    .prepare(
      'select generation, checkpoint from generations where view = ? and serving = 1 and fingerprint = ?',
    )
    .rows(shape.name, shape.fingerprint);
  return row && { generation: Number(row[0]), checkpoint: Number(row[1]) };
}

export function checkpointOf(database: Database, shape: ViewShape, generation: number): number {
  const [row] = database
    .prepare('select checkpoint from generations where view = ? and generation = ?')
    .rows(shape.name, BigInt(generation));
  if (!row) throw new Error(`view ${shape.name} has no generation ${generation}`);
  return Number(row[0]);
}

export function checkpointHashOf(
  database: Database,
  shape: ViewShape,
  generation: number,
): string | undefined {
  const [row] = database
    .prepare('select hash from generations where view = ? and generation = ?')
    .rows(shape.name, BigInt(generation));
  return typeof row?.[0] === 'string' ? row[0] : undefined;
}

export function moveCheckpoint(
  database: Database,
  shape: ViewShape,
  generation: number,
  { to, hash }: Pick<Range, 'to' | 'hash'>,
): void {
  database
    .prepare('update generations set checkpoint = ?, hash = ? where view = ? and generation = ?')
    .run(BigInt(to), hash ?? null, shape.name, BigInt(generation));
}

export function parkedOf(database: Database, shape: ViewShape, generation: number): Parked[] {
  return database
    .prepare('select key, since, reason from parked where view = ? and generation = ? order by key')
    .rows(shape.name, BigInt(generation))
    .map(([key, since, reason]) => ({ key: String(key), since: Number(since), reason: String(reason) }));
}

export function replaceParked(
  database: Database,
  view: Named,
  generation: number,
  parked: readonly Parked[],
): void {
  database.prepare('delete from parked where view = ? and generation = ?').run(view.name, BigInt(generation));
  for (const { key, since, reason } of parked)
    database
      .prepare('insert into parked(view, generation, key, since, reason) values (?, ?, ?, ?, ?)')
      .run(view.name, BigInt(generation), key, BigInt(since), reason);
}

export const holdsAll = ({ by, holds }: ListIndex, columns: readonly string[]): boolean =>
  columns.every((name) => by.includes(name) || holds.includes(name));

export const listFor = ({ lists }: ViewShape, index: readonly string[]): number =>
  lists.findIndex(
    (list) =>
      !list.except &&
      list.by.length === 2 &&
      list.by[0] === index[0] &&
      list.by[1] === index.at(-1) &&
      holdsAll(list, index),
  );

/** `rid` grows with each inserted row, so that rows with equal sort values keep the order of their events. */
export function createGeneration(database: Database, shape: ViewShape, serving: boolean): number {
  const [last] = database.prepare('select max(generation) from generations where view = ?').rows(shape.name);
  const generation = Number(last?.[0] ?? 0) + 1;
  const table = tableName(shape, generation);
  forgetLateness(database, shape, generation);
  const columns = shape.columns.map(
    (column) =>
      `${quoted(column.name)} ${TYPES[column.kind]}${column.nullable ? '' : ' not null'}${column.name === shape.key ? ' unique' : ''}`,
  );
  database.exec(`create table ${quoted(table)}(rid integer primary key, ${columns.join(', ')})`);
  shape.indexes.forEach((index, number) => {
    if (listFor(shape, index) >= 0) return;
    const list = index.map(quoted).join(', ');
    database.exec(`create index ${quoted(`${table}_i${number}`)} on ${quoted(table)}(${list})`);
  });
  shape.lists.forEach(({ by, holds, searches = [], except }, number) => {
    const list = [...by.map(quoted), 'rid', ...[...holds, ...searches].map(quoted)].join(', ');
    const name = quoted(listIndexName(shape, generation, number));
    const where = except ? ` where ${notExcepted(except)}` : '';
    database.exec(`create index ${name} on ${quoted(table)}(${list})${where}`);
  });
  if (shape.trigram.length > 0)
    database.exec(
      `create virtual table ${quoted(indexName(shape, generation))} using fts5(
        ${[...indexColumns(shape), ...filterColumns(shape)].join(', ')}, content='', contentless_delete=1, tokenize='trigram')`,
    );
  database
    .prepare(
      'insert into generations(view, generation, fingerprint, checkpoint, serving) values (?, ?, ?, 0, ?)',
    )
    .run(shape.name, BigInt(generation), shape.fingerprint, serving ? 1n : 0n);
  return generation;
}

export function dropGeneration(database: Database, view: Named, generation: number): void {
  database.exec(`drop table if exists ${quoted(indexName(view, generation))}`);
  database.exec(`drop table if exists ${quoted(tableName(view, generation))}`);
  replaceParked(database, view, generation, []);
  database
    .prepare('delete from lateness where view = ? and generation = ?')
    .run(view.name, BigInt(generation));
  database
    .prepare('delete from generations where view = ? and generation = ?')
    .run(view.name, BigInt(generation));
  database.forgetStatements();
}

export function serveGeneration(database: Database, shape: ViewShape, generation: number): void {
  database
    .prepare('update generations set serving = (generation = ?) where view = ?')
    .run(BigInt(generation), shape.name);
  dropOthers(database, shape, generation);
}

export function dropOthers(database: Database, shape: ViewShape, kept: number): void {
  const others = database
    .prepare('select generation from generations where view = ? and generation <> ?')
    .rows(shape.name, BigInt(kept));
  for (const [other] of others) dropGeneration(database, shape, Number(other));
}

export function dropUnserved(database: Database, served: ReadonlySet<string>): void {
  const stored = database.prepare('select view, generation from generations').rows();
  for (const [view, generation] of stored)
    if (!served.has(String(view))) dropGeneration(database, { name: String(view) }, Number(generation));
}
