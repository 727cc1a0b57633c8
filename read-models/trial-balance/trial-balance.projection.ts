import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import { ADMINISTRATORS_CHANNEL } from '../../infra/live/live-hub.js';
import type { Change, Projection } from '../../infra/projections/projection.js';
import type { Operation } from '../../infra/read-store/view.js';
import type { Posting } from '../../services/ledger/postings.js';
import type { BankEntryEvent } from '../../services/money-desk/bank-entry.events.js';
import type { PurchaseEvent } from '../../services/purchases/purchase.events.js';
import type { WalletEvent } from '../../services/wallet/wallet.events.js';
import { type AccountRow, trialBalanceView } from './trial-balance.view.js';

const emptyRow = (account: string): AccountRow => ({
  account,
  kind: account.split(':', 1)[0] ?? account,
  debit: 0n,
  credit: 0n,
  balance: 0n,
});

const STARTS_MAX = 10_000;
const starts = new Map<string, AccountRow>();

function startOf(account: string): AccountRow {
  const known = starts.get(account);
  if (known) return known;
  if (starts.size >= STARTS_MAX) starts.clear();
  const row = emptyRow(account);
  starts.set(account, row);
  return row;
}

function posted({ account, amount }: Posting): Operation {
  const kobo = BigInt(amount);
  const by = kobo < 0n ? { credit: -kobo, balance: kobo } : { debit: kobo, balance: kobo };
  return { op: 'add', row: startOf(account), by };
}

/**
 * Events after which browsers reload the list `approvals`, because this list shows the money of banks and
 * providers.
 */
const OF_THE_DESK: ReadonlySet<string> = new Set<WalletEvent['type'] | BankEntryEvent['type']>([
  'ChargebackWon',
  'FundingChargedBack',
  'HouseFunded',
  'ManualFundingCredited',
  'PspSettled',
  'UnmatchedReturned',
  'VendorFloatToppedUp',
]);
const TOLD: readonly Change[] = [{ userId: ADMINISTRATORS_CHANNEL, list: 'approvals' }];

/** Purchase events without `postings`, which are most of the log. This view does not read them. */
const MOVES_NOTHING: ReadonlySet<string> = new Set<
  Exclude<PurchaseEvent, { readonly data: { readonly postings: unknown } }>['type']
>(['PurchaseOpened', 'AttemptStarted', 'AttemptPending', 'AttemptOutcomeUnknown', 'AttemptDelivered']);

export const mayMoveMoney = (type: string): boolean => !MOVES_NOTHING.has(type);

/** @throws TypeError when `postings` is no list, because the event is then damaged */
export function postingsOf({ data: { postings = [] } }: RecordedEvent): readonly Posting[] {
  if (!Array.isArray(postings)) throw new TypeError('postings are no list');
  return postings as Posting[];
}

export const trialBalanceProjection: Projection<AccountRow> = {
  view: trialBalanceView,
  wants: mayMoveMoney,
  project: ({ event }) => postingsOf(event).map(posted),
  changes: ({ type }) => (OF_THE_DESK.has(type) ? TOLD : []),
};
