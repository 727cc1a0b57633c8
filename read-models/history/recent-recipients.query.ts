import type { ReadStore } from '../../infra/read-store/view.js';
import type { Service } from '../../services/contracts/services.js';
import { type HistoryRow, historyView } from './history.view.js';

/** So many purchases are looked through. */
const LOOKED_AT = 200;
const RECIPIENTS_MAX = 10;

/** Whom the customer bought for last, newest first, each once; a recipient of two services is two. */
export async function recentRecipients({
  readStore,
  userId,
  service,
}: {
  readonly readStore: ReadStore;
  readonly userId: string;
  /** Absent for all services. */
  readonly service?: Service | undefined;
}): Promise<readonly HistoryRow[]> {
  const { rows } = await readStore.page(historyView, {
    equals: { user_id: userId, ...(service !== undefined && { service }) },
    sort: { column: 'at', direction: 'descending' },
    skip: 0,
    limit: LOOKED_AT,
  });
  const newest = new Map<string, HistoryRow>();
  for (const row of rows) {
    const key = `${row.service} ${row.recipient}`;
    if (row.recipient !== null && !newest.has(key)) newest.set(key, row);
    if (newest.size === RECIPIENTS_MAX) break;
  }
  return [...newest.values()];
}
