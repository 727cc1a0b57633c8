import { personOf } from '../forgetting.js';
import { projectionOn } from '../../infra/projections/projection.js';
import type { Operation } from '../../infra/read-store/view.js';
import type { Charged, WalletEvent } from '../../services/wallet/wallet.events.js';
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

const charged = ({ data }: { readonly data: Charged }): Operation[] =>
  moved(data, { total_spent: BigInt(data.amount) });

const toppedUp = ({ data }: { readonly data: After & { readonly amount: string } }): Operation[] => {
  const amount = BigInt(data.amount);
  return moved(data, { total_funded: amount }, { last_top_up: amount });
};

/** Takes balances from the events (`availableAfter`, `heldAfter`) without computing them again. */
export const walletProjection = projectionOn<WalletEvent, WalletRow>({
  view: walletView,
  person: personOf,
  list: 'wallet',
  on: {
    WalletOpened: ({ data }) => [{ op: 'add', row: emptyRow(data.userId), by: {} }],
    WalletFunded: ({ data }) => {
      if (data.balanceDate !== undefined) return moved(data, {});
      const credited = BigInt(data.credited);
      return moved(data, { total_funded: credited }, { last_top_up: credited });
    },
    PurchaseAccepted: ({ data }) => moved(data, { total_transactions: 1n }),
    PurchaseCaptured: ({ data }) => moved(data, { total_spent: BigInt(data.price) }),
    PurchaseReleased: ({ data }) => moved(data, {}),
    PurchaseReversed: ({ data }) => moved(data, { total_spent: -BigInt(data.price) }),
    UpgradeCharged: charged,
    BvnCharged: charged,
    WalletAdjusted: ({ data }) => moved(data, {}),
    HouseFunded: toppedUp,
    ManualFundingCredited: toppedUp,
    FundingChargedBack: ({ data }) => moved(data, {}),
    ChargebackWon: ({ data }) => moved(data, {}),
  },
});
