import { OperationFault } from './view.js';
import type { Column, ColumnKind } from './view-shape.js';

const FITS: Readonly<Record<ColumnKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  integer: (value) => typeof value === 'bigint' && BigInt.asIntN(64, value) === value,
  real: (value) => typeof value === 'number' && Number.isFinite(value),
  flag: (value) => typeof value === 'boolean',
  json: (value) => typeof value === 'object',
};

/** @throws OperationFault for a value that has no JSON form, such as a bigint */
export function jsonOf(value: unknown): string {
  try {
    const text = JSON.stringify(value) as string | undefined;
    if (text !== undefined) return text;
  } catch {
    // Throw the error below for a value without a JSON form.
  }
  throw new OperationFault(`JSON has no form for this ${typeof value}`);
}

/**
 * Returns the value in the form that the column stores. Returns null for undefined.
 * @throws OperationFault when the value does not fit the column
 */
export function fittingValue(column: Column, value: unknown): unknown {
  if (value === null || value === undefined) {
    if (column.nullable) return null;
    throw new OperationFault(`column ${column.name} must have a value`);
  }
  if (!FITS[column.kind](value))
    throw new OperationFault(`column ${column.name} cannot hold this ${typeof value}`);
  return value;
}

export function storedValue({ kind }: Column, value: unknown): unknown {
  return kind === 'json' && value !== null ? (JSON.parse(jsonOf(value)) as unknown) : value;
}
