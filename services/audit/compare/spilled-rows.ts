import { Database, type Cell } from '../../../infra/read-store/sqlite/database.js';
import { quoted } from '../../../infra/read-store/sqlite/row-codec.js';
import type { ViewShape } from '../../../infra/read-store/view-shape.js';

/** The cells of a row, in the order of its view's columns. */
export type Cells = readonly Cell[];

/** The file that rows are spilled to. Whoever kills the process loses it anyway, so nothing of it is made durable. */
export function openSpillFile(path: string): Database {
  const database = new Database(path);
  for (const setting of [
    'journal_mode=off',
    'synchronous=off',
    'locking_mode=exclusive',
    'cache_size=-32000',
  ])
    database.pragma(setting);
  return database;
}

/** Rows of one view that memory has no room for: their keys, and their cells as one JSON text each. */
export class SpilledRows {
  private readonly table: string;
  private empty = true;

  constructor(
    private readonly database: Database,
    private readonly shape: ViewShape,
  ) {
    this.table = quoted(shape.name);
    database.exec(`create table ${this.table}(key text primary key, cells text not null) without rowid`);
  }

  /** Writes rows, in place of those of the same keys. */
  put(rows: readonly (readonly [key: string, cells: Cells])[]): void {
    const insert = this.database.prepare(`insert or replace into ${this.table}(key, cells) values (?, ?)`);
    this.database.transaction('immediate', () => {
      for (const [key, cells] of rows) insert.run(key, textOf(cells));
    });
    this.empty = false;
  }

  /** Those that are here. */
  get(keys: readonly string[]): Map<string, Cells> {
    if (this.empty || keys.length === 0) return new Map();
    const found = this.database
      .prepare(`select key, cells from ${this.table} where key in (select value from json_each(?))`)
      .rows(JSON.stringify(keys));
    return new Map(found.map(([key, cells]) => [String(key), this.cellsOf(cells)]));
  }

  /** Those that follow a key, in the order of the bytes of their keys. */
  after(key: string | undefined, limit: number): [key: string, cells: Cells][] {
    if (this.empty) return [];
    const where = key === undefined ? '' : ' where key > ?';
    const found = this.database
      .prepare(`select key, cells from ${this.table}${where} order by key limit ?`)
      .rows(...(key === undefined ? [] : [key]), BigInt(limit));
    return found.map(([each, cells]) => [String(each), this.cellsOf(cells)]);
  }

  /** Keys of the rows whose column is this text. The index it needs is made for whoever asks first: hardly any log makes one ask. */
  keysWhere(column: number, is: string): string[] {
    if (this.empty) return [];
    const cell = `json_extract(cells, '$[${column}]')`;
    this.database.exec(
      `create index if not exists ${quoted(`${this.shape.name}_${column}`)} on ${this.table}(${cell})`,
    );
    return this.database
      .prepare(`select key from ${this.table} where ${cell} = ?`)
      .rows(is)
      .map(([key]) => String(key));
  }

  private cellsOf(text: Cell | undefined): Cells {
    const cells = JSON.parse(String(text)) as (string | number | null)[];
    return this.shape.columns.map(({ kind }, at) => {
      const cell = cells[at] ?? null;
      return cell !== null && (kind === 'integer' || kind === 'flag') ? BigInt(cell) : cell;
    });
  }
}

/** Integers as their digits, which JSON has no other form for. */
const textOf = (cells: Cells): string =>
  JSON.stringify(cells.map((cell) => (typeof cell === 'bigint' ? String(cell) : cell)));
/** Any half of a pair that UTF-16 writes a rare character as. */
const SURROGATE = /[\ud800-\udfff]/;

/** The order of the bytes of two texts in UTF-8, in which stores keep their keys. Without rare characters it is that of JavaScript. */
export function inBytes(one: string, other: string): number {
  if (one === other) return 0;
  if (SURROGATE.test(one) || SURROGATE.test(other))
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : 1;
}
