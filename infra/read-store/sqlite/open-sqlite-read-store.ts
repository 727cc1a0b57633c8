import type { Page, PageQuery, ReadStore, Row, View } from '../view.js';
import type { Cell } from './database.js';
import type { RawPage } from './page-sql.js';
import { ReaderPool } from './reader-pool.js';
import { decodeRow } from './row-codec.js';
import { shapeOf, type ViewShape } from '../view-shape.js';

export interface SqliteReadStoreOptions {
  /** Folder of the read models; it may be empty until the projector has filled it. */
  readonly dir: string;
  readonly views: readonly View[];
  /** Reader threads; default 1. */
  readonly threads?: number;
}

/** The asking side over SQLite. Queries run in reader threads, several in flight; this thread only waits. */
export async function openSqliteReadStore({
  dir,
  views,
  threads = 1,
}: SqliteReadStoreOptions): Promise<ReadStore> {
  const shapes = new Map(views.map((view) => [view.name, shapeOf(view)]));
  return new SqliteReadStore(shapes, new ReaderPool({ dir, shapes: [...shapes.values()] }, threads));
}

class SqliteReadStore implements ReadStore {
  constructor(
    private readonly shapes: ReadonlyMap<string, ViewShape>,
    private readonly pool: ReaderPool,
  ) {}

  async get<R extends Row>(view: View<R>, key: string): Promise<R | undefined> {
    const shape = this.#shape(view);
    const cells = (await this.pool.ask({ ask: 'row', view: view.name, key })) as Cell[] | undefined;
    return cells && (decodeRow(shape, cells) as R);
  }

  async page<R extends Row>(view: View<R>, query: PageQuery): Promise<Page<R>> {
    const shape = this.#shape(view);
    const page = (await this.pool.ask({ ask: 'page', view: view.name, query })) as RawPage;
    return { ...page, rows: page.rows.map((cells) => decodeRow(shape, cells) as R) };
  }

  async checkpoint(view: View): Promise<number> {
    return (await this.pool.ask({ ask: 'checkpoint', view: view.name })) as number;
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  #shape(view: { readonly name: string }): ViewShape {
    const shape = this.shapes.get(view.name);
    if (!shape) throw new Error(`view ${view.name} is not served here`);
    return shape;
  }
}

export { openSqliteWriter } from './sqlite-writer.js';
