import { fittingValue } from './fitting-value.js';
import { changeRow, mergeOperations, startOf } from './pending-rows.js';
import { OperationFault, type Operation, type Row, type View } from './view.js';
import { shapeOf, type ViewShape } from './view-shape.js';

export class RowFold {
  readonly #shape: ViewShape;
  readonly #rows = new Map<string, Row>();

  constructor(view: View) {
    this.#shape = shapeOf(view);
  }

  get rows(): readonly Row[] {
    return [...this.#rows.values()];
  }

  /**
   * Applies all operations of an event, or none when one fails.
   * @throws OperationFault
   */
  apply(operations: readonly Operation[]): void {
    const staged = new Map<string, Row>();
    for (const operation of operations)
      if (operation.op === 'clear') this.#clear(operation, staged);
      else
        for (const [key, pending] of mergeOperations(this.#shape.key, [operation])) {
          if (pending.kind === 'put') {
            staged.set(key, pending.row);
            continue;
          }
          const before = staged.get(key) ?? this.#rows.get(key);
          const started = before
            ? { row: { ...before }, change: pending }
            : startOf(pending, `${this.#shape.name} has no row ${key}`);
          if (!started) continue;
          changeRow(started.row, started.change);
          staged.set(key, started.row);
        }
    for (const [key, row] of staged) staged.set(key, this.#fitting(row));
    for (const [key, row] of staged) this.#rows.set(key, row);
  }

  #clear({ where, columns }: Extract<Operation, { op: 'clear' }>, staged: Map<string, Row>): void {
    for (const key of new Set([...this.#rows.keys(), ...staged.keys()])) {
      const row = staged.get(key) ?? this.#rows.get(key)!;
      if (row[where.column] === where.is) staged.set(key, { ...row, ...columns });
    }
  }

  #fitting(row: Row): Row {
    const { columns, name } = this.#shape;
    const known = new Set(columns.map((column) => column.name));
    const unknown = Object.keys(row).find((column) => !known.has(column));
    if (unknown !== undefined) throw new OperationFault(`${name} has no column ${unknown}`);
    return Object.fromEntries(columns.map((column) => [column.name, fittingValue(column, row[column.name])]));
  }
}
