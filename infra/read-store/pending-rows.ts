import { OperationFault, type Operation, type Row } from './view.js';

/** All operations of a batch on one row, merged so that the row is written only once. */
export type PendingRow = { readonly kind: 'put'; readonly row: Row } | RowChange;

export interface RowChange {
  readonly kind: 'change';
  readonly start: Row | undefined;
  readonly columns: Row;
  readonly by: Record<string, bigint>;
  readonly pushed: Record<string, unknown[]>;
  whenMissing?: 'nothing' | RowChange | undefined;
}

/**
 * Returns the present row and the change to apply.
 * @throws OperationFault with the text `noRow` for a missing row
 */
export function startOf(
  change: RowChange,
  noRow: string,
): { readonly row: Row; readonly change: RowChange } | undefined {
  const { whenMissing = change } = change;
  if (whenMissing === 'nothing') return undefined;
  if (whenMissing.start === undefined) throw new OperationFault(noRow);
  return { row: { ...whenMissing.start }, change: whenMissing };
}

function bigintOf(row: Row, column: string): bigint {
  const value = row[column] ?? 0n;
  if (typeof value !== 'bigint') throw new OperationFault(`column ${column} is not a bigint column`);
  return value;
}

export function changeRow(row: Row, change: RowChange): void {
  Object.assign(row, change.columns);
  for (const column in change.by) row[column] = bigintOf(row, column) + change.by[column]!;
  for (const [column, items] of Object.entries(change.pushed)) {
    const list = row[column];
    if (!Array.isArray(list)) throw new OperationFault(`column ${column} is not a list`);
    row[column] = [...(list as unknown[]), ...items];
  }
}

export type RowOperation = Exclude<Operation, { op: 'clear' }>;

type ChangeOperation = Exclude<RowOperation, { op: 'put' }>;

function mergeChange(pending: RowChange, operation: ChangeOperation): void {
  if (pending.whenMissing !== undefined) pending.whenMissing = afterwards(pending.whenMissing, operation);
  if (operation.op === 'set' || operation.op === 'setIfThere') {
    for (const column in operation.columns) {
      pending.columns[column] = operation.columns[column];
      if (Object.hasOwn(pending.by, column)) delete pending.by[column];
      if (Object.hasOwn(pending.pushed, column)) delete pending.pushed[column];
    }
  } else if (operation.op === 'add') {
    for (const column in operation.by) {
      const amount = operation.by[column]!;
      if (Object.hasOwn(pending.columns, column))
        pending.columns[column] = bigintOf(pending.columns, column) + amount;
      else pending.by[column] = (pending.by[column] ?? 0n) + amount;
    }
  } else if (Object.hasOwn(pending.columns, operation.column)) {
    changeRow(pending.columns, asChange(operation));
  } else (pending.pushed[operation.column] ??= []).push(operation.item);
}

function afterwards(
  before: 'nothing' | RowChange,
  operation: ChangeOperation,
): 'nothing' | RowChange | undefined {
  if (before !== 'nothing') {
    mergeChange(before, operation);
    return before;
  }
  if (operation.op === 'setIfThere') return 'nothing';
  return operation.op === 'add' ? asChange(operation) : undefined;
}

function asChange(operation: ChangeOperation): RowChange {
  const { op } = operation;
  return {
    kind: 'change',
    start: op === 'add' ? operation.row : undefined,
    columns: op === 'set' || op === 'setIfThere' ? { ...operation.columns } : {},
    by: op === 'add' ? { ...operation.by } : {},
    pushed: op === 'push' ? { [operation.column]: [operation.item] } : {},
    ...(op === 'setIfThere' && { whenMissing: 'nothing' }),
  };
}

/** Merges the operations on each row. Returns the rows in the order of their first operations. */
export function mergeOperations(key: string, operations: readonly RowOperation[]): Map<string, PendingRow> {
  const pending = new Map<string, PendingRow>();
  for (const operation of operations) {
    const id = operation.op === 'put' || operation.op === 'add' ? operation.row[key] : operation.key;
    if (typeof id !== 'string') throw new OperationFault(`${operation.op}: the key ${key} is missing`);
    const before = pending.get(id);
    if (operation.op === 'put') pending.set(id, { kind: 'put', row: { ...operation.row } });
    else if (before === undefined) pending.set(id, asChange(operation));
    else if (before.kind === 'put') changeRow(before.row, asChange(operation));
    else mergeChange(before, operation);
  }
  return pending;
}
