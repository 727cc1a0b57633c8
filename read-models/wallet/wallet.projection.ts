import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import type { ProjectedEvent, Projection } from '../../infra/projections/projection.js';
import type { Operation } from '../../infra/read-store/view.js';
import type { WalletEvent } from '../../services/wallet/wallet.events.js';
import { type WalletRow, walletView } from './wallet.view.js';

const emptyRow = (userId: string): WalletRow => ({
  user_id: userId,
  available: 0n,
  held: 0n,
  total_transactions: 0n,
  last_top_up: 0n,
  total_funded: 0n,
  total_spent: 0n,
});

interface After {
  readonly userId: string;
  readonly availableAfter: string;
  readonly heldAfter: string;
}

function moved(
  after: After,
  by: Readonly<Partial<Record<keyof WalletRow, bigint>>>,
  columns: Partial<WalletRow> = {},
): Operation[] {
  const balances = { available: BigInt(after.availableAfter), held: BigInt(after.heldAfter) };
  return [
    { op: 'add', row: emptyRow(after.userId), by: by as Record<string, bigint> },
    { op: 'set', key: after.userId, columns: { ...balances, ...columns } },
  ];
}

/** Balances are taken from the events, which carry what the wallet held after them; only totals are counted here. */
function project({ event }: ProjectedEvent): readonly Operation[] {
  const told = event as unknown as WalletEvent & RecordedEvent;
  switch (told.type) {
    case 'WalletOpened':
      return [{ op: 'add', row: emptyRow(told.data.userId), by: {} }];
    case 'WalletFunded': {
      const credited = BigInt(told.data.credited);
      return moved(told.data, { total_funded: credited }, { last_top_up: credited });
    }
    case 'PurchaseAccepted':
      return moved(told.data, { total_transactions: 1n });
    case 'PurchaseCaptured':
      return moved(told.data, { total_spent: BigInt(told.data.price) });
    case 'PurchaseReleased':
      return moved(told.data, {});
    case 'PurchaseReversed':
      return moved(told.data, { total_spent: -BigInt(told.data.price) });
    case 'UpgradeCharged':
    case 'BvnCharged':
      return moved(told.data, { total_spent: BigInt(told.data.amount) });
    default:
      return [];
  }
}

export const walletProjection: Projection<WalletRow> = {
  view: walletView,
  wants: (_, stream) => stream.startsWith('wallet-'),
  project,
  changes: ({ data }) => ({ userId: String(data['userId']), list: 'wallet' }),
};
