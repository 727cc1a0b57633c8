import { Piscina } from 'piscina';
import { ReadModelsUnavailable } from '../view.js';
import type { Place } from '../../checkpoints/checkpoints.js';
import type { KeyedText, ReadStoreWriter, View, Page, PageQuery, Parked, ReadStore, Row } from '../view.js';
import {
  databaseExists,
  dropAside,
  isBeingMade,
  isDamage,
  isEmptied,
  isReportedDamaged,
  putAside,
  reportDamage,
} from './database.js';
import { openSqliteWriter } from './sqlite-writer.js';
import type { Cell } from './database.js';
import type { RawPage } from './page-total.js';
import { type ReadFrom, type ReaderAnswer, ReaderAnswers, type ReaderQuestion } from './reader-answers.js';
import { breathe } from '../../host/timers.js';
import { decodeRow, decodeRows } from './row-codec.js';
import { shapeOf, type ViewShape } from '../view-shape.js';

export interface SqliteReadStoreOptions {
  /** Folder of the database. The database is empty until the projector fills it. */
  readonly dir: string;
  readonly views: readonly View[];
  /**
   * Number of reader threads. Default: 1. With 0, queries run in the calling thread. This is cheaper but
   * blocks it.
   */
  readonly threads?: number;
}

interface Readers {
  run(question: ReaderQuestion): Promise<ReaderAnswer>;
  close(): Promise<void>;
}

export async function openSqliteReadStore({
  dir,
  views,
  threads = 1,
}: SqliteReadStoreOptions): Promise<ReadStore> {
  const shapes = new Map(views.map((view) => [view.name, shapeOf(view)]));
  const workerData: ReadFrom = { dir, shapes: [...shapes.values()] };
  if (threads === 0) return new SqliteReadStore(dir, shapes, inThisThread(workerData));
  const pool = new Piscina<ReaderQuestion, ReaderAnswer>({
    filename: new URL('./reader.thread.js', import.meta.url).href,
    workerData,
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: Infinity,
    // Send several queries to the thread at once, because separate round trips would cost twice the processor
    // time.
    concurrentTasksPerWorker: 1_000,
  });
  return new SqliteReadStore(dir, shapes, pool);
}

function inThisThread(where: ReadFrom): Readers {
  const answers = new ReaderAnswers(where);
  return {
    async run(question) {
      await breathe();
      return answers.answer(question);
    },
    close: async () => answers.close(),
  };
}

class SqliteReadStore implements ReadStore {
  constructor(
    private readonly dir: string,
    private readonly shapes: ReadonlyMap<string, ViewShape>,
    private readonly readers: Readers,
  ) {}

  async get<R extends Row>(view: View<R>, key: string): Promise<R | undefined> {
    const shape = this.#shape(view);
    const cells = (await this.#run({ ask: 'row', view: view.name, key })) as Cell[] | undefined;
    return cells && (decodeRow(shape, cells) as R);
  }

  async getMany<R extends Row>(view: View<R>, keys: readonly string[]): Promise<ReadonlyMap<string, R>> {
    const shape = this.#shape(view);
    return decodeRows<R>(shape, (await this.#run({ ask: 'rows', view: view.name, keys })) as Cell[][]);
  }

  async page<R extends Row>(view: View<R>, query: PageQuery): Promise<Page<R>> {
    const shape = this.#shape(view);
    const page = (await this.#run({ ask: 'page', view: view.name, query })) as RawPage;
    return { ...page, rows: page.rows.map((cells) => decodeRow(shape, cells) as R) };
  }

  async rowsAfter<R extends Row>(view: View<R>, after: string | undefined, limit: number): Promise<R[]> {
    const shape = this.#shape(view);
    const rows = (await this.#run({ ask: 'after', view: view.name, after, limit })) as Cell[][];
    return rows.map((cells) => decodeRow(shape, cells) as R);
  }

  async rowTextsAfter({ name }: View, after: string | undefined, limit: number): Promise<KeyedText[]> {
    return (await this.#run({ ask: 'textsAfter', view: name, after, limit })) as KeyedText[];
  }

  async checkpoint(view: View): Promise<number> {
    return (await this.#run({ ask: 'checkpoint', view: view.name })) as number;
  }

  async place(view: View): Promise<Place> {
    return (await this.#run({ ask: 'place', view: view.name })) as Place;
  }

  async parkedKeys(view: View): Promise<readonly Parked[]> {
    return (await this.#run({ ask: 'parked', view: view.name })) as Parked[];
  }

  close(): Promise<void> {
    return this.readers.close();
  }

  /** @throws ReadModelsUnavailable when the database is damaged. The projector replaces a damaged database. */
  async #run(question: ReaderQuestion): Promise<ReaderAnswer> {
    try {
      this.#requireWhole();
      const answer = await this.readers.run(question);
      // Another query may have found damage since.
      this.#requireWhole();
      return answer;
    } catch (error) {
      if (!isDamage(error)) throw error;
      try {
        reportDamage(this.dir);
      } catch {
        // Ignore an error of `reportDamage`, for example on a full disk. The projector finds the damage at its
        // next write.
      }
      throw new ReadModelsUnavailable('the read models are damaged and are made again', { cause: error });
    }
  }

  #requireWhole(): void {
    if (isBeingMade(this.dir) || isEmptied(this.dir))
      throw new ReadModelsUnavailable('the read models are being made again');
  }

  #shape(view: { readonly name: string }): ViewShape {
    const shape = this.shapes.get(view.name);
    if (!shape) throw new Error(`view ${view.name} is not served here`);
    return shape;
  }
}

export { openSqliteWriter } from './sqlite-writer.js';

/** Opens the writer. When the writer or a reader found the database damaged, replaces the database. */
export function sqliteReadModels(where: { readonly dir: string; readonly views: readonly View[] }) {
  const { dir } = where;
  return {
    openWriter: (): ReadStoreWriter => {
      if (isReportedDamaged(dir) || isEmptied(dir)) putAside(dir);
      return openSqliteWriter(where);
    },
    vanished: (): boolean => !databaseExists(dir) || isEmptied(dir) || isReportedDamaged(dir),
    repair: (fault: unknown): void => {
      if (isDamage(fault)) putAside(dir);
    },
    whole: (): void => dropAside(dir),
  };
}
