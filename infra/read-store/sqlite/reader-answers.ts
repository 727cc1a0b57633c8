import type { Place } from '../../checkpoints/checkpoints.js';
import type { KeyedText, PageQuery, Parked } from '../view.js';
import type { ViewShape } from '../view-shape.js';
import type { Cell } from './database.js';
import type { RawPage } from './page-total.js';
import { SqliteReader } from './sqlite-reader.js';

export interface ReadFrom {
  readonly dir: string;
  readonly shapes: readonly ViewShape[];
}

export type ReaderQuestion = { readonly view: string } & (
  | { readonly ask: 'row'; readonly key: string }
  | { readonly ask: 'rows'; readonly keys: readonly string[] }
  | { readonly ask: 'page'; readonly query: PageQuery }
  | { readonly ask: 'after' | 'textsAfter'; readonly after: string | undefined; readonly limit: number }
  | { readonly ask: 'checkpoint' | 'place' | 'parked' }
);

export type ReaderAnswer = Cell[] | Cell[][] | KeyedText[] | RawPage | Parked[] | Place | number | undefined;

/** Answers queries one after another, because libsql blocks its thread during a query. */
export class ReaderAnswers {
  readonly #reader: SqliteReader;
  readonly #shapes: ReadonlyMap<string, ViewShape>;

  constructor({ dir, shapes }: ReadFrom) {
    this.#reader = new SqliteReader(dir);
    this.#shapes = new Map(shapes.map((shape) => [shape.name, shape]));
  }

  answer(question: ReaderQuestion): ReaderAnswer {
    const [reader, shape] = [this.#reader, this.#shapes.get(question.view)];
    if (!shape) throw new Error(`view ${question.view} is not served here`);
    if (question.ask === 'row') return reader.row(shape, question.key);
    if (question.ask === 'rows') return reader.rows(shape, question.keys);
    if (question.ask === 'page') return reader.page(shape, question.query);
    if (question.ask === 'after') return reader.rowsAfter(shape, question.after, question.limit);
    if (question.ask === 'textsAfter') return reader.rowTextsAfter(shape, question.after, question.limit);
    if (question.ask === 'parked') return reader.parkedKeys(shape);
    if (question.ask === 'place') return reader.place(shape);
    return reader.checkpoint(shape);
  }

  close(): void {
    this.#reader.close();
  }
}
