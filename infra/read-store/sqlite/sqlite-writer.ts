import { mkdirSync } from 'node:fs';
import type { Place } from '../../checkpoints/checkpoints.js';
import type {
  Generation,
  KeyedText,
  Operation,
  Page,
  PageQuery,
  Parked,
  ReadStoreWriter,
  Row,
  View,
  ViewBatch,
} from '../view.js';
import { type Database, isDamage, openForWriting, putAside } from './database.js';
import { GenerationWriter } from './generation-writer.js';
import { readPage } from './page-sql.js';
import { decodeRow, decodeRows } from './row-codec.js';
import { applyBatch, SqliteGeneration } from './sqlite-generation.js';
import { readRow, readRows, readRowsAfter, readRowTextsAfter } from './sqlite-reader.js';
import {
  checkpointHashOf,
  checkpointOf,
  createCatalogue,
  createGeneration,
  dropOthers,
  dropUnserved,
  parkedOf,
  replaceParked,
  servingPointer,
} from './tables.js';
import { shapeOf, type ViewShape } from '../view-shape.js';

interface Served {
  readonly shape: ViewShape;
  writer: GenerationWriter;
}

/**
 * Deletes generations (copies of rows) with outdated columns. Deletes views that only other versions know,
 * because their rows contain user ids. These versions can fill the views again.
 */
function prepareViews(database: Database, shapes: readonly ViewShape[]): Map<string, Served> {
  return database.transaction('immediate', () => {
    createCatalogue(database);
    dropUnserved(database, new Set(shapes.map(({ name }) => name)));
    return new Map(
      shapes.map((shape) => {
        const generation =
          servingPointer(database, shape)?.generation ?? createGeneration(database, shape, true);
        dropOthers(database, shape, generation);
        return [shape.name, { shape, writer: new GenerationWriter(database, shape, generation) }];
      }),
    );
  });
}

function openAndPrepare(dir: string, shapes: readonly ViewShape[]): [Database, Map<string, Served>] {
  const database = openForWriting(dir);
  try {
    return [database, prepareViews(database, shapes)];
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Opens the only writer of `dir`, which works synchronously and therefore needs its own thread. A batch of
 * several views is atomic, because all views are in one file.
 */
export function openSqliteWriter({
  dir,
  views,
}: {
  readonly dir: string;
  readonly views: readonly View[];
}): ReadStoreWriter {
  mkdirSync(dir, { recursive: true });
  const shapes = views.map((view) => shapeOf(view));
  let opened: [Database, Map<string, Served>];
  try {
    opened = openAndPrepare(dir, shapes);
  } catch (error) {
    if (!isDamage(error)) throw error;
    putAside(dir);
    opened = openAndPrepare(dir, shapes);
  }
  return new SqliteWriter(...opened);
}

class SqliteWriter implements ReadStoreWriter {
  /** True while the write-ahead log may contain values that were cleared. */
  #traces = false;

  constructor(
    private readonly database: Database,
    private readonly served: ReadonlyMap<string, Served>,
  ) {}

  async apply(view: View, from: number, to: number, operations: readonly Operation[]): Promise<void> {
    await this.applyAll([{ view, from, to, operations }]);
  }

  async applyAll(batches: readonly ViewBatch[]): Promise<void> {
    this.database.transaction('immediate', () => {
      for (const batch of batches) {
        const { shape, writer } = this.#served(batch.view);
        applyBatch(this.database, shape, writer, batch);
      }
    });
    this.#traces ||= batches.some(({ operations }) => operations.some(({ op }) => op === 'clear'));
    if (this.#traces) this.#traces = !this.database.emptyLog();
  }

  async get<R extends Row>(view: View<R>, key: string): Promise<R | undefined> {
    const { shape, writer } = this.#served(view);
    const cells = readRow(this.database, shape, writer.generation, key);
    return cells && (decodeRow(shape, cells) as R);
  }

  async getMany<R extends Row>(view: View<R>, keys: readonly string[]): Promise<ReadonlyMap<string, R>> {
    const { shape, writer } = this.#served(view);
    return decodeRows<R>(shape, readRows(this.database, shape, writer.generation, keys));
  }

  async page<R extends Row>(view: View<R>, query: PageQuery): Promise<Page<R>> {
    const { shape, writer } = this.#served(view);
    const page = readPage(this.database, shape, writer.generation, query);
    return { ...page, rows: page.rows.map((cells) => decodeRow(shape, cells) as R) };
  }

  async rowsAfter<R extends Row>(view: View<R>, after: string | undefined, limit: number): Promise<R[]> {
    const { shape, writer } = this.#served(view);
    const rows = readRowsAfter(this.database, shape, writer.generation, after, limit);
    return rows.map((cells) => decodeRow(shape, cells) as R);
  }

  async rowTextsAfter(view: View, after: string | undefined, limit: number): Promise<KeyedText[]> {
    const { shape, writer } = this.#served(view);
    return readRowTextsAfter(this.database, shape, writer.generation, after, limit);
  }

  async checkpoint(view: View): Promise<number> {
    const { shape, writer } = this.#served(view);
    return checkpointOf(this.database, shape, writer.generation);
  }

  async place(view: View): Promise<Place> {
    return { position: await this.checkpoint(view), hash: await this.checkpointHash(view) };
  }

  async checkpointHash(view: View): Promise<string | undefined> {
    const { shape, writer } = this.#served(view);
    return checkpointHashOf(this.database, shape, writer.generation);
  }

  async parkedKeys(view: View): Promise<readonly Parked[]> {
    const { shape, writer } = this.#served(view);
    return parkedOf(this.database, shape, writer.generation);
  }

  async unpark(view: View, rows: readonly Row[], parked: readonly Parked[]): Promise<void> {
    const { shape, writer } = this.#served(view);
    this.database.transaction('immediate', () => {
      writer.apply(rows.map((row) => ({ op: 'put', row })));
      replaceParked(this.database, shape, writer.generation, parked);
    });
  }

  async beginRebuild(view: View): Promise<Generation> {
    const served = this.#served(view);
    const { shape } = served;
    const generation = this.database.transaction('immediate', () => {
      dropOthers(this.database, shape, served.writer.generation);
      return createGeneration(this.database, shape, false);
    });
    const swapped = (next: number): void => {
      served.writer = new GenerationWriter(this.database, shape, next);
    };
    return new SqliteGeneration(this.database, shape, () => served.writer.generation, swapped, generation);
  }

  async close(): Promise<void> {
    this.database.close();
  }

  #served(view: { readonly name: string }): Served {
    const served = this.served.get(view.name);
    if (!served) throw new Error(`view ${view.name} is not served here`);
    return served;
  }
}
