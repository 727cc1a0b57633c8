import type { ReadStore } from '../../infra/read-store/view.js';
import { type ListPage, type ListQuestion, newestFirst } from '../list-page.js';
import { type UserRow, usersView } from './users.view.js';

/** Administrators and auditors as they were made, the one made last first: two lists of few, put together. */
export async function administratorsPage(
  readStore: ReadStore,
  { page, pageSize = 10, ...question }: ListQuestion,
): Promise<ListPage<UserRow>> {
  const lists = await Promise.all(
    ['admin', 'auditor'].map((role) => newestFirst(readStore, usersView, { role }, question, (row) => row)),
  );
  const all = lists.flatMap(({ rows }) => rows).toSorted((one, other) => (one.at < other.at ? 1 : -1));
  const begin = page === undefined ? 0 : (page - 1) * pageSize;
  return {
    rows: all.slice(begin, page === undefined ? undefined : begin + pageSize),
    total: lists.reduce((sum, { total }) => sum + total, 0),
    totalCapped: lists.some(({ totalCapped }) => totalCapped),
    truncated: lists.some(({ truncated }) => truncated),
  };
}
