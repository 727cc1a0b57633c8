import { OperationFault } from './view.js';
import type { Column, ColumnKind } from './view-shape.js';

const FITS: Readonly<Record<ColumnKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  integer: (value) => typeof value === 'bigint' && BigInt.asIntN(64, value) === value,
  real: (value) => typeof value === 'number' && Number.isFinite(value),
  flag: (value) => typeof value === 'boolean',
  json: (value) => typeof value === 'object',
};

/** How a value of a list or an object is stored. @throws OperationFault for one that JSON has no form for, as a bigint in it */
export function jsonOf(value: unknown): string {
  try {
    const text = JSON.stringify(value) as string | undefined;
    if (text !== undefined) return text;
  } catch {
    // Told below, without the words of the engine.
  }
  throw new OperationFault(`JSON has no form for this ${typeof value}`);
}

/** The value, or null for none. @throws OperationFault when it does not fit the column */
export function fittingValue(column: Column, value: unknown): unknown {
  if (value === null || value === undefined) {
    if (column.nullable) return null;
    throw new OperationFault(`column ${column.name} must have a value`);
  }
  if (!FITS[column.kind](value))
    throw new OperationFault(`column ${column.name} cannot hold this ${typeof value}`);
  return value;
}

/** What a column holds once stored and read again. */
export function storedValue({ kind }: Column, value: unknown): unknown {
  return kind === 'json' && value !== null ? (JSON.parse(jsonOf(value)) as unknown) : value;
}
