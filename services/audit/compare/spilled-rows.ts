import { Database, type Cell } from '../../../infra/read-store/sqlite/database.js';
import { quoted } from '../../../infra/read-store/sqlite/row-codec.js';
import { RowText } from '../../../infra/read-store/sqlite/row-text.js';
import type { KeyedText } from '../../../infra/read-store/view.js';
import type { ViewShape } from '../../../infra/read-store/view-shape.js';

export type Cells = readonly Cell[];

/**
 * Opens a temporary SQLite file without durability, because nothing needs the file after a crash.
 */
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

/** Number of rows per SQL statement. Starting a statement costs as much as writing a row. */
const ROWS_AT_ONCE = 50;

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
    // Without row ids, each batch of random keys, such as digests, would rewrite nearly all pages.
    database.exec(`create table ${this.table}(key text primary key, cells text not null)`);
  }

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

  get(keys: readonly string[]): Map<string, Cells> {
    if (this.empty || keys.length === 0) return new Map();
    const found = this.database
      .prepare(`select key, cells from ${this.table} where key in (select value from json_each(?))`)
      .rows(JSON.stringify(keys));
    return new Map(found.map(([key, cells]) => [String(key), this.rowText.cells(String(cells))]));
  }

  textsAfter(key: string | undefined, limit: number): KeyedText[] {
    return this.after('cells', key, limit).map(([each, text]) => [String(each), String(text)]);
  }

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

const SURROGATE = /[\ud800-\udfff]/;

/**
 * Compares two texts by their UTF-8 bytes, as the stores do. The faster comparison of JavaScript gives the
 * same order for texts without surrogate pairs.
 */
export function inBytes(one: string, other: string): number {
  if (one === other) return 0;
  if (SURROGATE.test(one) || SURROGATE.test(other))
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : 1;
}

export const sortedInBytes = (keys: Iterable<string>): readonly string[] => [...keys].sort(inBytes);

export function firstAfter(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (inBytes(sorted[middle]!, text) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Merges two sorted lists up to `limit` entries. Both lists are in byte order, and no key is in
 * both lists.
 */
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
