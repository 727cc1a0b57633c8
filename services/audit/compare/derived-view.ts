import { jsonOf } from '../../../infra/read-store/fitting-value.js';
import {
  changeRow,
  mergeOperations,
  type PendingRow,
  type RowChange,
  type RowOperation,
  startOf,
} from '../../../infra/read-store/pending-rows.js';
import type { Cell } from '../../../infra/read-store/sqlite/database.js';
import { encode, encodeRow } from '../../../infra/read-store/sqlite/row-codec.js';
import { type KeyedText, OperationFault, type Operation } from '../../../infra/read-store/view.js';
import { RowText } from '../../../infra/read-store/sqlite/row-text.js';
import type { Column, ViewShape } from '../../../infra/read-store/view-shape.js';
import type { PackedRows } from './packed-rows.js';
import { type Cells, firstAfter, inOrder, sortedInBytes } from './spilled-rows.js';

/**
 * Maximum number of recently changed rows that are kept in memory. Rows of purchases take about 8
 * MB.
 */
const RECENT_MAX = 10_000;
const PAGE = 1_000;

export type Staged = Map<string, Cells>;

export class DerivedView {
  private readonly recent = new Map<string, Cells>();
  private sorted: readonly string[] | undefined;
  private readonly places: ReadonlyMap<string, readonly [at: number, column: Column]>;
  private readonly rowText: RowText;

  constructor(
    readonly shape: ViewShape,
    private readonly packed: PackedRows,
    private readonly recentMax = RECENT_MAX,
  ) {
    this.rowText = new RowText(shape);
    this.places = new Map(shape.columns.map((column, at) => [column.name, [at, column]]));
  }

  /** @throws OperationFault */
  stage(operations: readonly Operation[]): Staged {
    const staged: Staged = new Map();
    let rows: RowOperation[] = [];
    for (const operation of operations) {
      if (operation.op !== 'clear') {
        rows.push(operation);
        continue;
      }
      this.stageRows(rows, staged);
      rows = [];
      this.stageClear(operation, staged);
    }
    this.stageRows(rows, staged);
    return staged;
  }

  keep(staged: Staged): void {
    if (staged.size > 0) this.sorted = undefined;
    for (const [key, cells] of staged) {
      this.recent.delete(key);
      this.recent.set(key, cells);
    }
    if (this.recent.size <= this.recentMax) return;
    const oldest = [...this.recent].slice(0, this.recent.size - Math.floor(this.recentMax / 2));
    for (const [key] of oldest) this.recent.delete(key);
    this.packed.put(oldest);
  }

  get(keys: readonly string[]): Map<string, Cells> {
    const found = this.packed.get(keys.filter((key) => !this.recent.has(key)));
    for (const key of keys) {
      const cells = this.recent.get(key);
      if (cells) found.set(key, cells);
    }
    return found;
  }

  texts(page = PAGE): Generator<KeyedText, undefined> {
    return this.all(
      (cells) => this.rowText.of(cells),
      (key, limit) => this.packed.textsAfter(key, limit),
      page,
    );
  }

  /** Yields the key and the columns `names` of each row. Large integers are decimal strings. */
  columns(names: readonly string[]): Generator<readonly [key: string, cells: Cells], undefined> {
    const columns = names.map((name) => this.place(name)[0]);
    return this.all(
      (cells) => columns.map((column) => cells[column] ?? null),
      (key, limit) => this.packed.columnsAfter(columns, key, limit),
    );
  }

  private *all<Told>(
    told: (cells: Cells) => Told,
    packedAfter: (key: string | undefined, limit: number) => readonly (readonly [key: string, told: Told])[],
    page = PAGE,
  ): Generator<readonly [key: string, told: Told], undefined> {
    for (let after: string | undefined; ;) {
      const packed = packedAfter(after, page).filter(([key]) => !this.recent.has(key));
      const rows = inOrder(this.recentAfter(after, page), (key) => told(this.recent.get(key)!), packed, page);
      yield* rows;
      if (rows.length < page) return undefined;
      after = rows.at(-1)![0];
    }
  }

  private recentAfter(key: string | undefined, limit: number): readonly string[] {
    this.sorted ??= sortedInBytes(this.recent.keys());
    const first = key === undefined ? 0 : firstAfter(this.sorted, key);
    return this.sorted.slice(first, first + limit);
  }

  private stageRows(operations: readonly RowOperation[], staged: Staged): void {
    if (operations.length === 0) return;
    const merged = mergeOperations(this.shape.key, operations);
    const changing = Array.from(merged).filter(([key, { kind }]) => kind === 'change' && !staged.has(key));
    const before = this.get(changing.map(([key]) => key));
    for (const [key, pending] of merged) {
      const cells = this.made(key, pending, staged.get(key) ?? before.get(key));
      if (cells) staged.set(key, cells);
    }
  }

  private stageClear({ where, columns }: Extract<Operation, { op: 'clear' }>, staged: Staged): void {
    const [at] = this.place(where.column);
    const keys = new Set(this.packed.keysWhere(at, where.is));
    for (const rows of [this.recent, staged])
      for (const [key, cells] of rows) if (cells[at] === where.is) keys.add(key);
    const before = this.get([...keys]);
    const change: RowChange = { kind: 'change', start: undefined, columns, by: {}, pushed: {} };
    for (const key of keys) {
      const cells = staged.get(key) ?? before.get(key);
      if (cells?.[at] === where.is) staged.set(key, this.changed(cells, change));
    }
  }

  private made(key: string, pending: PendingRow, before: Cells | undefined): Cells | undefined {
    if (pending.kind === 'put') return encodeRow(this.shape, pending.row);
    if (before) return this.changed(before, pending);
    const started = startOf(pending, `${this.shape.name} has no row ${key}`);
    if (!started) return undefined;
    changeRow(started.row, started.change);
    return encodeRow(this.shape, started.row);
  }

  private changed(before: Cells, { columns, by, pushed }: RowChange): Cells {
    const cells: Cell[] = [...before];
    for (const [name, value] of Object.entries(columns)) {
      const [at, column] = this.place(name);
      cells[at] = encode(column, value);
    }
    for (const [name, amount] of Object.entries(by)) {
      const [at, { kind }] = this.place(name);
      const cell = cells[at];
      if (kind !== 'integer' || typeof cell !== 'bigint')
        throw new OperationFault(`column ${name} is not a bigint column`);
      cells[at] = cell + amount;
    }
    for (const [name, more] of Object.entries(pushed)) {
      const [at, { kind }] = this.place(name);
      const list = cells[at];
      if (kind !== 'json' || typeof list !== 'string' || !list.endsWith(']'))
        throw new OperationFault(`column ${name} is not a list`);
      const items = more.map(jsonOf).join(',');
      cells[at] = list === '[]' ? `[${items}]` : `${list.slice(0, -1)},${items}]`;
    }
    return cells;
  }

  private place(name: string): readonly [at: number, column: Column] {
    const place = this.places.get(name);
    if (place) return place;
    throw new OperationFault(`${this.shape.name} has no column ${name}`);
  }
}
