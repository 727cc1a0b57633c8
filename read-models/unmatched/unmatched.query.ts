import type { ReadStore } from '../../infra/read-store/view.js';
import { type ListPage, type ListQuestion, newestFirst } from '../list-page.js';
import { type UnmatchedRow, unmatchedView } from './unmatched.view.js';

/** Payments that arrived for nobody known, newest first. @param open only those that nobody has decided about */
export const unmatchedPage = (
  readStore: ReadStore,
  open: boolean,
  question: ListQuestion,
): Promise<ListPage<UnmatchedRow>> =>
  newestFirst(readStore, unmatchedView, open ? { standing: 'open' } : {}, question, (row) => row);
