import { fittingValue, storedValue } from '../fitting-value.js';
import { changeRow, mergeOperations, type RowChange, type RowOperation, startOf } from '../pending-rows.js';
import { OperationFault, type Operation, type Range, type Row } from '../view.js';
import type { Column, ViewShape } from '../view-shape.js';
import type { RowDocument } from './row-model.js';

export type Clear = Extract<Operation, { op: 'clear' }>;

export interface KnownRow {
  readonly row: Row;
  readonly insertion: bigint;
  readonly position: bigint;
}

export interface PlannedRow {
  readonly key: string;
  readonly after: KnownRow;
  readonly changed: readonly string[] | undefined;
  readonly whole?: boolean;
}

const ROWS_PER_POSITION = 1n << 20n;

interface StagedRow {
  readonly row: Row;
  readonly changed: readonly string[];
}

/**
 * Computes the new rows in this process. The database then only stores complete rows, so a repeated write
 * changes nothing.
 */
export class RowPlanner {
  readonly #columns: ReadonlyMap<string, Column>;

  constructor(private readonly shape: ViewShape) {
    this.#columns = new Map(shape.columns.map((column) => [column.name, column]));
  }

  /**
   * @param stored all rows that the operations may change
   * @throws OperationFault
   */
  plan(
    { from, to }: Range,
    operations: readonly Operation[],
    stored: ReadonlyMap<string, KnownRow>,
  ): PlannedRow[] {
    const staged = new Map<string, StagedRow>();
    for (const part of partsOf(operations))
      if (Array.isArray(part)) this.#applyToRows(part, staged, stored);
      else this.#clear(part, staged, stored);
    const planned: PlannedRow[] = [];
    let order = 0n;
    for (const [key, { row, changed }] of staged) {
      const known = stored.get(key);
      const insertion = known?.insertion ?? BigInt(from) * ROWS_PER_POSITION + order;
      order += 1n;
      if (known && known.position >= BigInt(to)) continue;
      const after = { row, insertion, position: BigInt(to) };
      planned.push({ key, after, changed: known ? changed : undefined });
    }
    return planned;
  }

  /** @throws OperationFault */
  planRows(at: number, rows: readonly Row[], stored: ReadonlyMap<string, KnownRow>): PlannedRow[] {
    return rows.map((given, order) => {
      const { row, changed } = this.#put(given);
      const key = String(given[this.shape.key]);
      const known = stored.get(key);
      const insertion = known?.insertion ?? BigInt(at) * ROWS_PER_POSITION + BigInt(order);
      const after = { row, insertion, position: BigInt(at) };
      return { key, after, changed: known ? changed : undefined, whole: true };
    });
  }

  #applyToRows(
    operations: readonly RowOperation[],
    staged: Map<string, StagedRow>,
    stored: ReadonlyMap<string, KnownRow>,
  ): void {
    for (const [key, pending] of mergeOperations(this.shape.key, operations)) {
      const before = staged.get(key);
      const done =
        pending.kind === 'put'
          ? this.#put(pending.row)
          : this.#change(key, pending, (before ?? stored.get(key))?.row);
      if (done === undefined) continue;
      staged.set(key, {
        row: done.row,
        changed: [...new Set([...(before?.changed ?? []), ...done.changed])],
      });
    }
  }

  #clear(
    { where, columns }: Clear,
    staged: Map<string, StagedRow>,
    stored: ReadonlyMap<string, KnownRow>,
  ): void {
    this.#column(where.column);
    const change = { kind: 'change' as const, start: undefined, columns, by: {}, pushed: {} };
    for (const key of new Set([...stored.keys(), ...staged.keys()])) {
      const before = staged.get(key);
      const row = (before ?? stored.get(key))!.row;
      if (row[where.column] !== where.is) continue;
      const done = this.#changed(row, change);
      staged.set(key, { row: done.row, changed: [...(before?.changed ?? []), ...done.changed] });
    }
  }

  #put(given: Row): StagedRow {
    const row: Row = {};
    for (const [name, column] of this.#columns) row[name] = this.#stored(column, given[name]);
    return { row, changed: [...this.#columns.keys()] };
  }

  #change(key: string, change: RowChange, before: Row | undefined): StagedRow | undefined {
    if (before) return this.#changed(before, change);
    const started = startOf(change, `${this.shape.name} has no row ${key}`);
    return started && this.#changed(this.#put(started.row).row, started.change);
  }

  #changed(before: Row, change: RowChange): StagedRow {
    const row = { ...before };
    const changed = [change.columns, change.by, change.pushed].flatMap((part) => Object.keys(part));
    for (const name of Object.keys(change.by)) this.#demand(name, 'integer');
    for (const name of Object.keys(change.pushed)) this.#demand(name, 'json');
    changeRow(row, change);
    for (const name of changed) row[name] = this.#stored(this.#column(name), row[name]);
    return { row, changed };
  }

  #stored(column: Column, value: unknown): unknown {
    return storedValue(column, fittingValue(column, value));
  }

  #demand(name: string, kind: Column['kind']): void {
    if (this.#column(name).kind !== kind) throw new OperationFault(`column ${name} cannot be added to`);
  }

  #column(name: string): Column {
    const column = this.#columns.get(name);
    if (!column) throw new OperationFault(`${this.shape.name} has no column ${name}`);
    return column;
  }
}

function partsOf(operations: readonly Operation[]): (RowOperation[] | Clear)[] {
  const parts: (RowOperation[] | Clear)[] = [];
  let rows: RowOperation[] | undefined;
  for (const operation of operations)
    if (operation.op === 'clear') {
      parts.push(operation);
      rows = undefined;
    } else if (rows) rows.push(operation);
    else parts.push((rows = [operation]));
  return parts;
}

export function documentOf(shape: ViewShape, { key, after }: PlannedRow): RowDocument {
  const { [shape.key]: _key, ...columns } = after.row;
  return { _id: key, _r: after.insertion, _p: after.position, ...columns };
}
