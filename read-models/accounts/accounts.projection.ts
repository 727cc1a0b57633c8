import type { Projection } from '../../infra/projections/projection.js';
import type { Operation } from '../../infra/read-store/view.js';
import type { PurchaseEvent } from '../../services/purchases/purchase.events.js';
import type { Posting } from '../../services/wallet/postings.js';
import { type AccountRow, accountsView } from './accounts.view.js';

const emptyRow = (account: string): AccountRow => ({
  account,
  kind: account.split(':', 1)[0] ?? account,
  debit: 0n,
  credit: 0n,
  balance: 0n,
});

function posted({ account, amount }: Posting): Operation {
  const kobo = BigInt(amount);
  const side = kobo < 0n ? { credit: -kobo } : { debit: kobo };
  return { op: 'add', row: emptyRow(account), by: { ...side, balance: kobo } };
}

/** What is said between us and vendors moves no money, and is most of the log: it need not be read. */
const MOVES_NOTHING: ReadonlySet<string> = new Set<
  Exclude<PurchaseEvent, { readonly data: { readonly postings: unknown } }>['type']
>(['PurchaseOpened', 'AttemptStarted', 'AttemptPending', 'AttemptOutcomeUnknown', 'AttemptDelivered']);

/** Any event that carries postings moves money; nothing else does. */
export const accountsProjection: Projection<AccountRow> = {
  view: accountsView,
  wants: (type) => !MOVES_NOTHING.has(type),
  project: ({ event }) => ((event.data['postings'] ?? []) as unknown as readonly Posting[]).map(posted),
};
