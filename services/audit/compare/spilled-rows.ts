import { Database, type Cell } from '../../../infra/read-store/sqlite/database.js';
import { quoted } from '../../../infra/read-store/sqlite/row-codec.js';
import { RowText } from '../../../infra/read-store/sqlite/row-text.js';
import type { KeyedText } from '../../../infra/read-store/view.js';
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

/** Rows that one statement writes: each costs as much to start as to write a row. */
const ROWS_AT_ONCE = 50;

/** Rows of one view that memory has no room for: their keys, and their cells as one text each. */
export class SpilledRows {
  private readonly table: string;
  private readonly rowText: RowText;
  private empty = true;

  constructor(
    private readonly database: Database,
    private readonly shape: ViewShape,
  ) {
    this.table = quoted(shape.name);
    this.rowText = new RowText(shape);
    // Rows lie one behind the other, and beside them an index of their keys, which is small. A table in the order of the keys would write nearly
    // all of its pages again for each batch: keys that are digests come in no order.
    database.exec(`create table ${this.table}(key text primary key, cells text not null)`);
  }

  /** Writes rows as `RowText` makes them, in place of those of the same keys. */
  put(rows: readonly KeyedText[]): void {
    this.database.transaction('immediate', () => {
      for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
        const some = rows.slice(first, first + ROWS_AT_ONCE);
        const places = some.map(() => '(?, ?)').join(', ');
        this.database
          .prepare(`insert or replace into ${this.table}(key, cells) values ${places}`)
          .run(...some.flat());
      }
    });
    this.empty = false;
  }

  /** Those that are here. */
  get(keys: readonly string[]): Map<string, Cells> {
    if (this.empty || keys.length === 0) return new Map();
    const found = this.database
      .prepare(`select key, cells from ${this.table} where key in (select value from json_each(?))`)
      .rows(JSON.stringify(keys));
    return new Map(found.map(([key, cells]) => [String(key), this.rowText.cells(String(cells))]));
  }

  /** The texts of those that follow a key, in the order of the bytes of their keys. */
  textsAfter(key: string | undefined, limit: number): KeyedText[] {
    return this.after('cells', key, limit).map(([each, text]) => [String(each), String(text)]);
  }

  /** Some columns of those, as texts. */
  columnsAfter(
    columns: readonly number[],
    key: string | undefined,
    limit: number,
  ): (readonly [key: string, cells: Cells])[] {
    const selected = columns.map((column) => this.extracted(column)).join(', ');
    return this.after(selected, key, limit).map(([each, ...cells]) => [String(each), cells]);
  }

  private after(selected: string, key: string | undefined, limit: number): Cell[][] {
    if (this.empty) return [];
    const where = key === undefined ? '' : ' where key > ?';
    return this.database
      .prepare(`select key, ${selected} from ${this.table}${where} order by key limit ?`)
      .rows(...(key === undefined ? [] : [key]), BigInt(limit));
  }

  private extracted(column: number): string {
    return `json_extract(cells, '$[${this.rowText.placeOf(column)}]')`;
  }

  /** Keys of the rows whose column is this text. The index it needs is made for whoever asks first: hardly any log makes one ask. */
  keysWhere(column: number, is: string): string[] {
    if (this.empty) return [];
    const cell = this.extracted(column);
    this.database.exec(
      `create index if not exists ${quoted(`${this.shape.name}_${column}`)} on ${this.table}(${cell})`,
    );
    return this.database
      .prepare(`select key from ${this.table} where ${cell} = ?`)
      .rows(is)
      .map(([key]) => String(key));
  }
}

/** Any half of a pair that UTF-16 writes a rare character as. */
const SURROGATE = /[\ud800-\udfff]/;

/** The order of the bytes of two texts in UTF-8, in which stores keep their keys. Without rare characters it is that of JavaScript. */
export function inBytes(one: string, other: string): number {
  if (one === other) return 0;
  if (SURROGATE.test(one) || SURROGATE.test(other))
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : 1;
}

export const sortedInBytes = (keys: Iterable<string>): readonly string[] => [...keys].sort(inBytes);

/** Where the first text stands that comes after this one. */
export function firstAfter(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (inBytes(sorted[middle]!, text) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first of two lists that have no key in common, each in the order of the bytes of its keys. */
export function inOrder<Told>(
  keys: readonly string[],
  told: (key: string) => Told,
  others: readonly (readonly [key: string, told: Told])[],
  limit: number,
): (readonly [key: string, told: Told])[] {
  const rows: (readonly [key: string, told: Told])[] = [];
  for (let [one, other] = [0, 0]; rows.length < limit;) {
    const [key, there] = [keys[one], others[other]];
    if (key !== undefined && (!there || inBytes(key, there[0]) < 0)) {
      rows.push([key, told(key)]);
      one += 1;
    } else if (there) {
      rows.push(there);
      other += 1;
    } else break;
  }
  return rows;
}
