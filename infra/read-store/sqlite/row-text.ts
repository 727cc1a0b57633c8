import type { ViewShape } from '../view-shape.js';
import type { Cell } from './database.js';
import { quoted } from './row-codec.js';

/** Text of a row that cannot exist, for example a row with an infinite number. */
export const NO_ROW = '';

/**
 * JSON text of a row. Two texts are equal exactly when all cells of the rows are equal. Integers are in
 * quotes.
 */
export class RowText {
  private readonly order: readonly number[];
  private readonly integers: readonly boolean[];

  constructor(private readonly shape: ViewShape) {
    const numbers = shape.columns.map(({ kind }) => kind === 'real');
    const all = numbers.map((_, column) => column);
    this.order = [...all.filter((column) => !numbers[column]), ...all.filter((column) => numbers[column])];
    this.integers = shape.columns.map(({ kind }) => kind === 'integer' || kind === 'flag');
  }

  of(cells: readonly Cell[]): string {
    const stored: (string | number | null)[] = [];
    for (const column of this.order) {
      const cell = cells[column] ?? null;
      if (cell === null) stored.push(this.integers[column] ? 'NULL' : null);
      else if (typeof cell === 'bigint') stored.push(String(cell));
      else if (typeof cell === 'string' || Number.isFinite(cell)) stored.push(cell);
      else return NO_ROW;
    }
    return JSON.stringify(stored);
  }

  cells(text: string): Cell[] {
    const stored = JSON.parse(text) as (string | number | null)[];
    const cells: Cell[] = new Array<Cell>(stored.length).fill(null);
    this.order.forEach((column, place) => {
      const cell = stored[place] ?? null;
      cells[column] = cell !== null && this.integers[column] ? (cell === 'NULL' ? null : BigInt(cell)) : cell;
    });
    return cells;
  }

  placeOf(column: number): number {
    return this.order.indexOf(column);
  }

  get selected(): string {
    const { columns, key } = this.shape;
    const names = this.order.map((column) => quoted(columns[column]!.name));
    const first = this.order.findIndex((column) => columns[column]!.kind === 'real');
    const [texts, numbers] = first < 0 ? [names, []] : [names.slice(0, first), names.slice(first)];
    // `quote` puts texts in quotes, but not integers. A text in an integer column therefore never equals an
    // integer.
    const array = texts.map((name, place) => (this.integers[this.order[place]!] ? `quote(${name})` : name));
    return [quoted(key), `json_array(${array.join(', ')})`, ...numbers].join(', ');
  }

  ofSelected([, array, ...numbers]: readonly Cell[]): string {
    if (numbers.length === 0) return String(array);
    if (numbers.some((number) => number !== null && typeof number !== 'number')) return NO_ROW;
    return `${String(array).slice(0, -1)},${numbers.map(String).join(',')}]`;
  }
}
