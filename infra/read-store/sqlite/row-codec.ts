import { fittingValue, jsonOf } from '../fitting-value.js';
import type { Row } from '../view.js';
import type { Cell } from './database.js';
import type { Column, ViewShape } from '../view-shape.js';

/** @throws OperationFault when the value does not fit the column */
export function encode(column: Column, value: unknown): Cell {
  const fitting = fittingValue(column, value);
  if (fitting === null) return null;
  if (column.kind === 'json') return jsonOf(value);
  if (column.kind === 'flag') return value === true ? 1n : 0n;
  return value as Cell;
}

function decode(column: Column, cell: Cell): unknown {
  if (cell === null) return null;
  if (column.kind === 'json') return JSON.parse(String(cell));
  if (column.kind === 'flag') return cell === 1n;
  if (column.kind === 'real') return Number(cell);
  return cell;
}

export function encodeRow(shape: ViewShape, row: Row): Cell[] {
  return shape.columns.map((column) => encode(column, row[column.name]));
}

export function decodeRow(shape: ViewShape, cells: readonly Cell[]): Row {
  const row: Row = {};
  shape.columns.forEach((column, index) => {
    row[column.name] = decode(column, cells[index] ?? null);
  });
  return row;
}

export function decodeRows<R extends Row>(
  shape: ViewShape,
  rows: readonly (readonly Cell[])[],
): ReadonlyMap<string, R> {
  const byKey = new Map<string, R>();
  for (const cells of rows) {
    const row = decodeRow(shape, cells);
    byKey.set(String(row[shape.key]), row as R);
  }
  return byKey;
}

export const quoted = (name: string): string => `"${name}"`;

export const columnList = (shape: ViewShape): string =>
  shape.columns.map((column) => quoted(column.name)).join(', ');
