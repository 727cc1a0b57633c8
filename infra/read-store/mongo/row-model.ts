import { type Connection, type Model, Schema, type SchemaDefinitionProperty } from 'mongoose';
import type { Row } from '../view.js';
import type { ColumnKind, ViewShape } from '../view-shape.js';

export interface RowDocument {
  readonly _id: string;
  /**
   * Number that grows with each inserted row. Sorts rows with equal sort values in the order of their events.
   */
  readonly _r: bigint;
  /** Position of the last batch that wrote this row. When that batch is repeated, the row is skipped. */
  readonly _p: bigint;
  readonly [column: string]: unknown;
}

export type RowModel = Model<RowDocument>;

const TYPES: Readonly<Record<ColumnKind, SchemaDefinitionProperty>> = {
  text: String,
  integer: Schema.Types.BigInt,
  real: Number,
  flag: Boolean,
  json: Schema.Types.Mixed,
};

export const collectionName = (view: string, generation: number): string => `${view}__${generation}`;

export const fieldOf = (shape: ViewShape, column: string): string => (column === shape.key ? '_id' : column);

function schemaOf(shape: ViewShape): Schema<RowDocument> {
  const fields: Record<string, SchemaDefinitionProperty> = {
    _id: String,
    _r: Schema.Types.BigInt,
    _p: Schema.Types.BigInt,
  };
  for (const { name, kind } of shape.columns) if (name !== shape.key) fields[name] = TYPES[kind];
  const schema = new Schema<RowDocument>(fields as never, {
    strict: 'throw',
    strictQuery: 'throw',
    versionKey: false,
    minimize: false,
    id: false,
    // Rows are read with `lean`, so a column may have a name that mongoose reserves.
    autoCreate: false,
    autoIndex: false,
    suppressReservedKeysWarning: true,
  });
  const index = (columns: readonly string[], name: string): void => {
    const keys = [...columns.map((column) => fieldOf(shape, column)), '_r'].map(
      (field) => [field, 1] as const,
    );
    schema.index(Object.fromEntries(keys), { name });
  };
  shape.indexes.forEach((columns, number) => index(columns, `i${number}`));
  shape.lists.forEach(({ by, except }, number) => {
    if (!except) index(by, `l${number}`);
  });
  return schema;
}

export function rowModel(connection: Connection, shape: ViewShape, generation: number): RowModel {
  const name = collectionName(shape.name, generation);
  return (
    (connection.models[name] as RowModel | undefined) ??
    connection.model<RowDocument, RowModel>(name, schemaOf(shape), name)
  );
}

export async function createRows(
  connection: Connection,
  shape: ViewShape,
  generation: number,
): Promise<void> {
  const model = rowModel(connection, shape, generation);
  await model.createCollection();
  await model.ensureIndexes();
}

export async function dropRows(connection: Connection, view: string, generation: number): Promise<void> {
  const name = collectionName(view, generation);
  if (Object.hasOwn(connection.models, name)) connection.deleteModel(name);
  await connection.dropCollection(name);
}

export async function storedGenerations(connection: Connection, view: string): Promise<number[]> {
  const found = await connection.db!.listCollections({}, { nameOnly: true }).toArray();
  return found
    .map(({ name }) => new RegExp(`^${view}__(\\d+)$`).exec(name)?.[1])
    .filter((number) => number !== undefined)
    .map(Number);
}

export function rowOf(shape: ViewShape, document: RowDocument): Row {
  const row: Row = {};
  for (const { name } of shape.columns) row[name] = document[fieldOf(shape, name)] ?? null;
  return row;
}
