import type { Row } from '../view.js';
import type { ViewShape } from '../view-shape.js';
import type { Database } from './database.js';
import { quoted } from './row-codec.js';
import { latenessOf, noteLateness, tableName } from './tables.js';

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const LENGTH = '2026-03-01T09:15:00.000Z'.length;

/** Unix ms of a time. Undefined for a value that is not a time. */
export function momentOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !MOMENT.test(value)) return undefined;
  const milliseconds = Date.parse(value);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/** Unix ms of the time at the start of the text. */
export const momentBegun = (text: string): number | undefined => momentOf(text.slice(0, LENGTH));

export function momentText(milliseconds: number): string | undefined {
  const date = new Date(milliseconds);
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  return MOMENT.test(text) ? text : undefined;
}

/**
 * Measures the maximum lateness: the ms from a new row's time to the newest time of the rows added before.
 */
export class Arrivals {
  readonly #column: string;
  readonly #table: string;
  #lateness: number | undefined = 0;
  #newest = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly shape: ViewShape,
    private readonly generation: number,
  ) {
    this.#column = shape.arrivesBy ?? shape.key;
    this.#table = quoted(tableName(shape, generation));
  }

  begin(): void {
    this.#lateness = latenessOf(this.database, this.shape, this.generation);
    if (this.#newest !== -Infinity || this.#lateness === undefined) return;
    const [row] = this.database.prepare(`select max(${quoted(this.#column)}) from ${this.#table}`).rows();
    if (typeof row?.[0] === 'string') this.#newest = momentOf(row[0]) ?? Infinity;
  }

  arrived(row: Row): void {
    if (this.#lateness === undefined) return;
    const at = momentOf(row[this.#column]);
    if (at === undefined) this.#note(undefined);
    else if (at >= this.#newest) this.#newest = at;
    else if (this.#newest - at > this.#lateness) this.#note(this.#newest - at);
  }

  replaced(key: string, row: Row): void {
    if (this.#lateness === undefined) return;
    const sql = `select ${quoted(this.#column)} from ${this.#table} where ${quoted(this.shape.key)} = ?`;
    const [before] = this.database.prepare(sql).rows(key);
    if (before?.[0] !== row[this.#column]) this.#note(undefined);
  }

  changed(columns: Row): void {
    if (Object.hasOwn(columns, this.#column) && this.#lateness !== undefined) this.#note(undefined);
  }

  #note(milliseconds: number | undefined): void {
    this.#lateness = milliseconds !== undefined && Number.isFinite(milliseconds) ? milliseconds : undefined;
    noteLateness(this.database, this.shape, this.generation, this.#lateness);
  }
}
