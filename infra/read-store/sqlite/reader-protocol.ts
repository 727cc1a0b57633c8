import type { PageQuery } from '../view.js';
import type { Cell } from './database.js';
import type { RawPage } from './page-sql.js';
import type { ViewShape } from '../view-shape.js';

/** What a reader thread is started with. */
export interface ReaderThreadData {
  readonly dir: string;
  readonly shapes: readonly ViewShape[];
}

export type ReaderQuestion =
  | { readonly id: number; readonly view: string; readonly ask: 'row'; readonly key: string }
  | { readonly id: number; readonly view: string; readonly ask: 'page'; readonly query: PageQuery }
  | { readonly id: number; readonly view: string; readonly ask: 'checkpoint' };

/** Cells cross as they are; the asking thread makes rows of them. */
export type ReaderAnswer =
  | { readonly id: number; readonly result: Cell[] | RawPage | number | undefined }
  | { readonly id: number; readonly error: string };
