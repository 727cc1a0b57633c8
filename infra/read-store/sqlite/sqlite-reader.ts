import { statSync } from 'node:fs';
import type { Place } from '../../checkpoints/checkpoints.js';
import type { KeyedText, PageQuery, Parked } from '../view.js';
import {
  type Cell,
  type Database,
  databaseExists,
  databaseFile,
  isDamage,
  openForReading,
} from './database.js';
import { readPage } from './page-sql.js';
import type { RawPage } from './page-total.js';
import { columnList, quoted } from './row-codec.js';
import { RowText } from './row-text.js';
import { checkpointHashOf, parkedOf, servingPointer, tableName } from './tables.js';
import type { ViewShape } from '../view-shape.js';

const EMPTY_PAGE: RawPage = { rows: [], total: 0, totalCapped: false };

export function readRow(
  database: Database,
  shape: ViewShape,
  generation: number,
  key: string,
): Cell[] | undefined {
  const table = quoted(tableName(shape, generation));
  return database
    .prepare(`select ${columnList(shape)} from ${table} where ${quoted(shape.key)} = ?`)
    .rows(key)[0];
}

export function readRows(
  database: Database,
  shape: ViewShape,
  generation: number,
  keys: readonly string[],
): Cell[][] {
  const table = quoted(tableName(shape, generation));
  const among = `${quoted(shape.key)} in (select value from json_each(?))`;
  return database
    .prepare(`select ${columnList(shape)} from ${table} where ${among}`)
    .rows(JSON.stringify(keys));
}

export function readRowsAfter(
  database: Database,
  shape: ViewShape,
  generation: number,
  after: string | undefined,
  limit: number,
): Cell[][] {
  return selectAfter(database, shape, generation, columnList(shape), after, limit);
}

function selectAfter(
  database: Database,
  shape: ViewShape,
  generation: number,
  selected: string,
  after: string | undefined,
  limit: number,
): Cell[][] {
  const [table, key] = [quoted(tableName(shape, generation)), quoted(shape.key)];
  const where = after === undefined ? '' : ` where ${key} > ?`;
  return database
    .prepare(`select ${selected} from ${table}${where} order by ${key} limit ?`)
    .rows(...(after === undefined ? [] : [after]), BigInt(limit));
}

export function readRowTextsAfter(
  database: Database,
  shape: ViewShape,
  generation: number,
  after: string | undefined,
  limit: number,
): KeyedText[] {
  const rowText = new RowText(shape);
  try {
    return selectAfter(database, shape, generation, rowText.selected, after, limit).map((selected) => [
      String(selected[0]),
      rowText.ofSelected(selected),
    ]);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('BLOB'))) throw error;
    const key = shape.columns.findIndex(({ name }) => name === shape.key);
    const rows = readRowsAfter(database, shape, generation, after, limit);
    return rows.map((cells) => [String(cells[key]), rowText.of(cells)]);
  }
}

/**
 * Opens the file again when the file was missing or replaced. Throws for a damaged file, because showing an
 * empty list would be wrong. Views are empty until the projector fills them.
 */
export class SqliteReader {
  #database: Database | undefined;
  #inode = -1;

  constructor(private readonly dir: string) {}

  row(shape: ViewShape, key: string): Cell[] | undefined {
    return this.#ask(shape, undefined, (database, generation) => readRow(database, shape, generation, key));
  }

  rows(shape: ViewShape, keys: readonly string[]): Cell[][] {
    return this.#ask(shape, [], (database, generation) => readRows(database, shape, generation, keys));
  }

  rowsAfter(shape: ViewShape, after: string | undefined, limit: number): Cell[][] {
    return this.#ask(shape, [], (database, generation) =>
      readRowsAfter(database, shape, generation, after, limit),
    );
  }

  rowTextsAfter(shape: ViewShape, after: string | undefined, limit: number): KeyedText[] {
    return this.#ask(shape, [], (database, generation) =>
      readRowTextsAfter(database, shape, generation, after, limit),
    );
  }

  page(shape: ViewShape, query: PageQuery): RawPage {
    return this.#ask(shape, EMPTY_PAGE, (database, generation) =>
      readPage(database, shape, generation, query),
    );
  }

  checkpoint(shape: ViewShape): number {
    return this.#ask(shape, 0, (_database, _generation, checkpoint) => checkpoint);
  }

  place(shape: ViewShape): Place {
    return this.#ask<Place>(shape, { position: 0 }, (database, generation, position) => ({
      position,
      hash: checkpointHashOf(database, shape, generation),
    }));
  }

  parkedKeys(shape: ViewShape): Parked[] {
    return this.#ask(shape, [], (database, generation) => parkedOf(database, shape, generation));
  }

  close(): void {
    this.#database?.close();
    this.#database = undefined;
  }

  #ask<T>(
    shape: ViewShape,
    missing: T,
    answer: (database: Database, generation: number, checkpoint: number) => T,
  ): T {
    try {
      return this.#askOnce(shape, missing, answer);
    } catch (error) {
      const dropped = error instanceof Error && /no such table/.test(error.message);
      if (!dropped && !isDamage(error)) throw error;
      this.close();
      if (dropped) return missing;
      throw error;
    }
  }

  #askOnce<T>(
    shape: ViewShape,
    missing: T,
    answer: (database: Database, generation: number, checkpoint: number) => T,
  ): T {
    const database = this.#open();
    if (database === undefined) return missing;
    return database.transaction('deferred', () => {
      const pointer = servingPointer(database, shape);
      return pointer === undefined ? missing : answer(database, pointer.generation, pointer.checkpoint);
    });
  }

  #open(): Database | undefined {
    if (!databaseExists(this.dir)) {
      this.close();
      return undefined;
    }
    const inode = statSync(databaseFile(this.dir)).ino;
    if (inode !== this.#inode) this.close();
    this.#inode = inode;
    return (this.#database ??= openForReading(this.dir));
  }
}
