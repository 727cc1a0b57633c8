import { jsonOf } from '../fitting-value.js';
import { OperationFault, type Operation, type Row } from '../view.js';
import type { Cell, Database } from './database.js';
import {
  changeRow,
  mergeOperations,
  type PendingRow,
  type RowChange,
  type RowOperation,
  startOf,
} from '../pending-rows.js';
import { columnList, encode, encodeRow, quoted } from './row-codec.js';
import { Arrivals } from './arrivals.js';
import { indexedCells, indexedOf, insertTextSql } from './substring-index.js';
import { tableName } from './tables.js';
import type { Column, ViewShape } from '../view-shape.js';

const NONE: ReadonlySet<string> = new Set();

type Clear = Extract<Operation, { op: 'clear' }>;

/** Call inside a transaction. */
export class GenerationWriter {
  readonly #columns: ReadonlyMap<string, Column>;
  readonly #table: string;
  readonly #arrivals: Arrivals | undefined;
  readonly #insertSql: string;
  readonly #replaceSql: string;
  #lastRid: bigint | undefined;

  constructor(
    private readonly database: Database,
    private readonly shape: ViewShape,
    readonly generation: number,
  ) {
    this.#columns = new Map(shape.columns.map((column) => [column.name, column]));
    this.#table = quoted(tableName(shape, generation));
    if (shape.arrivesBy !== undefined) this.#arrivals = new Arrivals(database, shape, generation);
    const marks = shape.columns.map(() => '?').join(', ');
    const key = quoted(shape.key);
    this.#insertSql = `insert into ${this.#table}(rid, ${columnList(shape)}) values (?, ${marks}) on conflict(${key}) do nothing`;
    const sets = shape.columns.map((column) => `${quoted(column.name)} = ?`).join(', ');
    this.#replaceSql = `update ${this.#table} set ${sets} where ${key} = ?`;
  }

  /** @throws OperationFault. The caller must then roll back the transaction. */
  apply(operations: readonly Operation[]): void {
    this.#arrivals?.begin();
    let rows: RowOperation[] = [];
    for (const operation of operations) {
      if (operation.op !== 'clear') {
        rows.push(operation);
        continue;
      }
      // Apply earlier operations first, because `clear` must change their rows too.
      this.#applyToRows(rows);
      rows = [];
      this.#clear(operation);
    }
    this.#applyToRows(rows);
  }

  #applyToRows(operations: readonly RowOperation[]): void {
    const merged = mergeOperations(this.shape.key, operations);
    const absent = this.#absentOf(merged);
    for (const [key, pending] of merged)
      if (pending.kind === 'put') this.#put(key, pending.row);
      else if (!absent.has(key) && !this.#change(key, pending)) this.#start(key, pending);
  }

  /**
   * Finds the keys of `setIfThere` operations whose row is missing, with one query. A single key needs no
   * query, because its update shows whether the row exists.
   */
  #absentOf(merged: ReadonlyMap<string, PendingRow>): ReadonlySet<string> {
    const asked = new Set<string>();
    for (const [key, pending] of merged)
      if (pending.kind === 'change' && pending.whenMissing === 'nothing') asked.add(key);
    if (asked.size < 2) return NONE;
    const key = quoted(this.shape.key);
    const sql = `select ${key} from ${this.#table} where ${key} in (select value from json_each(?))`;
    for (const [there] of this.database.prepare(sql).rows(JSON.stringify([...asked])))
      asked.delete(String(there));
    return asked;
  }

  #clear({ where, columns }: Clear): void {
    const sql = `select ${quoted(this.shape.key)} from ${this.#table} where ${quoted(this.#column(where.column).name)} = ?`;
    for (const [key] of this.database.prepare(sql).rows(where.is))
      this.#change(String(key), { kind: 'change', start: undefined, columns, by: {}, pushed: {} });
  }

  #put(key: string, row: Row): void {
    const cells = encodeRow(this.shape, row);
    const rid = this.#nextRid();
    if (this.database.prepare(this.#insertSql).run(rid, ...cells) === 1) {
      this.#lastRid = rid;
      if (this.shape.trigram.length > 0)
        this.database
          .prepare(insertTextSql(this.shape, this.generation))
          .run(rid, ...indexedCells(this.shape, row));
      this.#arrivals?.arrived(row);
      return;
    }
    this.#arrivals?.replaced(key, row);
    this.database.prepare(this.#replaceSql).run(...cells, key);
    this.#reindex(key);
  }

  #start(key: string, change: RowChange): void {
    const started = startOf(change, `${this.shape.name} has no row ${key}`);
    if (!started) return;
    changeRow(started.row, started.change);
    this.#put(key, started.row);
  }

  #change(key: string, change: RowChange): boolean {
    const assignments: string[] = [];
    const cells: Cell[] = [];
    for (const [name, value] of Object.entries(change.columns)) {
      assignments.push(`${quoted(name)} = ?`);
      cells.push(encode(this.#column(name), value));
    }
    for (const [name, amount] of Object.entries(change.by)) {
      if (this.#column(name).kind !== 'integer')
        throw new OperationFault(`column ${name} is not a bigint column`);
      assignments.push(`${quoted(name)} = ${quoted(name)} + ?`);
      cells.push(amount);
    }
    for (const [name, items] of Object.entries(change.pushed)) {
      if (this.#column(name).kind !== 'json') throw new OperationFault(`column ${name} is not a list`);
      const appended = items.map(() => `'$[#]', json(?)`).join(', ');
      assignments.push(`${quoted(name)} = json_insert(${quoted(name)}, ${appended})`);
      for (const item of items) cells.push(jsonOf(item));
    }
    if (assignments.length === 0) return this.#exists(key);
    this.#arrivals?.changed(change.columns);
    const sql = `update ${this.#table} set ${assignments.join(', ')} where ${quoted(this.shape.key)} = ?`;
    if (this.database.prepare(sql).run(...cells, key) === 0) return false;
    if (indexedOf(this.shape).some((name) => Object.hasOwn(change.columns, name))) this.#reindex(key);
    return true;
  }

  #exists(key: string): boolean {
    const sql = `select 1 from ${this.#table} where ${quoted(this.shape.key)} = ?`;
    return this.database.prepare(sql).rows(key).length > 0;
  }

  #reindex(key: string): void {
    if (this.shape.trigram.length === 0) return;
    const columns = indexedOf(this.shape);
    const sql = `select rid, ${columns.map(quoted).join(', ')} from ${this.#table} where ${quoted(this.shape.key)} = ?`;
    const [found] = this.database.prepare(sql).rows(key);
    if (!found) return;
    const [rid, ...cells] = found;
    const row = Object.fromEntries(columns.map((name, place) => [name, cells[place]]));
    this.database
      .prepare(insertTextSql(this.shape, this.generation, 'insert or replace'))
      .run(rid ?? null, ...indexedCells(this.shape, row));
  }

  #column(name: string): Column {
    const column = this.#columns.get(name);
    if (!column) throw new OperationFault(`${this.shape.name} has no column ${name}`);
    return column;
  }

  #nextRid(): bigint {
    if (this.#lastRid === undefined) {
      const [row] = this.database.prepare(`select max(rid) from ${this.#table}`).rows();
      this.#lastRid = BigInt(Number(row?.[0] ?? 0));
    }
    return this.#lastRid + 1n;
  }
}
