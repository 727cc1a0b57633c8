import { RowText } from '../../../infra/read-store/sqlite/row-text.js';
import type { KeyedText } from '../../../infra/read-store/view.js';
import type { ViewShape } from '../../../infra/read-store/view-shape.js';
import { type Cells, firstAfter, inOrder, sortedInBytes, type SpilledRows } from './spilled-rows.js';

export interface Room {
  left: number;
}

/**
 * Approximate bytes that a row takes in memory, in addition to the bytes of its key and its text.
 */
const ENTRY_BYTES = 120;
/**
 * Matches a character outside Latin-1. V8 stores a text with such a character in two bytes per
 * character.
 */
const WIDE = /[^\u0000-\u00ff]/;

const bytesOf = (key: string, text: string): number =>
  ENTRY_BYTES + key.length + (WIDE.test(text) ? 2 : 1) * text.length;

/** Rows that have not changed for a while. Each row is stored as one text. */
export class PackedRows {
  private readonly texts = new Map<string, string>();
  private readonly rowText: RowText;
  private sorted: readonly string[] | undefined;

  constructor(
    shape: ViewShape,
    private readonly spilled: SpilledRows,
    private readonly room: Room,
  ) {
    this.rowText = new RowText(shape);
  }

  put(rows: readonly (readonly [key: string, cells: Cells])[]): void {
    const { texts, room } = this;
    this.sorted = undefined;
    for (const [key, cells] of rows) {
      const [before, text] = [texts.get(key), this.rowText.of(cells)];
      room.left -= bytesOf(key, text) - (before === undefined ? 0 : bytesOf(key, before));
      texts.set(key, text);
    }
    if (room.left < 0) this.spill();
  }

  get(keys: readonly string[]): Map<string, Cells> {
    const found = this.spilled.get(keys.filter((key) => !this.texts.has(key)));
    for (const key of keys) {
      const text = this.texts.get(key);
      if (text !== undefined) found.set(key, this.rowText.cells(text));
    }
    return found;
  }

  textsAfter(key: string | undefined, limit: number): KeyedText[] {
    return this.after(key, limit, (text) => text, this.spilled.textsAfter(key, limit));
  }

  /** Returns `columns` of up to `limit` rows after `key`. Large integers are decimal strings. */
  columnsAfter(
    columns: readonly number[],
    key: string | undefined,
    limit: number,
  ): (readonly [key: string, cells: Cells])[] {
    const places = columns.map((column) => this.rowText.placeOf(column));
    const cellsOf = (text: string): Cells => {
      const stored = JSON.parse(text) as Cells;
      return places.map((place) => stored[place] ?? null);
    };
    return this.after(key, limit, cellsOf, this.spilled.columnsAfter(columns, key, limit));
  }

  keysWhere(column: number, is: string): string[] {
    this.spill();
    return this.spilled.keysWhere(column, is);
  }

  private after<Told>(
    key: string | undefined,
    limit: number,
    told: (text: string) => Told,
    spilled: readonly (readonly [key: string, told: Told])[],
  ): (readonly [key: string, told: Told])[] {
    this.sorted ??= sortedInBytes(this.texts.keys());
    const first = key === undefined ? 0 : firstAfter(this.sorted, key);
    return inOrder(
      this.sorted.slice(first, first + limit),
      (each) => told(this.texts.get(each)!),
      spilled.filter(([each]) => !this.texts.has(each)),
      limit,
    );
  }

  private spill(): void {
    const { texts, room } = this;
    if (texts.size === 0) return;
    this.spilled.put([...texts].sort(([one], [other]) => (one < other ? -1 : 1)));
    for (const [key, text] of texts) room.left += bytesOf(key, text);
    texts.clear();
    this.sorted = undefined;
  }
}
