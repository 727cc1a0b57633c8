import type { ReadStore } from '../../infra/read-store/view.js';
import { type ListPage, type ListQuestion, newestFirst } from '../list-page.js';
import { type ApprovalRow, approvalsView } from './approvals.view.js';

/** What a second administrator was asked to agree with, newest first. @param waiting only what nobody has decided yet */
export const approvalsPage = (
  readStore: ReadStore,
  waiting: boolean,
  question: ListQuestion,
): Promise<ListPage<ApprovalRow>> =>
  newestFirst(readStore, approvalsView, waiting ? { standing: 'waiting' } : {}, question, (row) => row);
