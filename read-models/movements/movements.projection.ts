import { projectionOn } from '../../infra/projections/projection.js';
import type { Operation } from '../../infra/read-store/view.js';
import type { Charged, WalletEvent } from '../../services/wallet/wallet.events.js';
import { personOf } from '../forgetting.js';
import { type MovementRow, movementsView, returnId } from './movements.view.js';

type Returned = Extract<
  WalletEvent,
  { type: 'PurchaseCaptured' | 'PurchaseReleased' | 'PurchaseReversed' }
>['data'];

const put = (row: MovementRow): readonly Operation[] => [{ op: 'put', row }];

const returned = (
  { at, data }: { readonly at: string; readonly data: Returned },
  amount: bigint,
  told: Pick<MovementRow, 'id' | 'kind' | 'title' | 'status'>,
): readonly Operation[] =>
  put({
    ...told,
    user_id: data.userId,
    purchase_id: data.purchaseId,
    service: data.service,
    amount,
    balance: BigInt(data.availableAfter),
    at,
  });

const ofNone = { purchase_id: null, service: '', status: 'Successful' } as const;

const charged =
  (title: string) =>
  ({ id, at, data }: { readonly id: string; readonly at: string; readonly data: Charged }) =>
    put({
      ...ofNone,
      id,
      user_id: data.userId,
      kind: 'charge',
      title,
      at,
      amount: -BigInt(data.amount),
      balance: BigInt(data.availableAfter),
    });

/** Takes amounts and balances from the events (`availableAfter`) without computing them again. */
export const movementsProjection = projectionOn<WalletEvent, MovementRow>({
  view: movementsView,
  person: personOf,
  list: 'history',
  on: {
    PurchaseCaptured: (event) => {
      const { purchaseId, released = '0' } = event.data;
      if (BigInt(released) === 0n) return [];
      return returned(event, BigInt(released), {
        id: returnId(purchaseId, 'captured'),
        kind: 'part-return',
        title: 'Part not delivered, given back',
        status: 'Successful',
      });
    },
    PurchaseReleased: (event) =>
      returned(event, BigInt(event.data.price), {
        id: returnId(event.data.purchaseId, 'released'),
        kind: 'refund',
        title: 'Refund, not delivered',
        status: 'Refunded',
      }),
    PurchaseReversed: (event) =>
      returned(event, BigInt(event.data.price), {
        id: returnId(event.data.purchaseId, 'reversed'),
        kind: 'reversal',
        title: 'Reversal, taken back by the provider',
        status: 'Reversed',
      }),
    WalletFunded: ({ id, at, data }) =>
      data.balanceDate === undefined
        ? []
        : put({
            ...ofNone,
            id,
            user_id: data.userId,
            kind: 'adjustment',
            title: data.source,
            at,
            amount: BigInt(data.credited),
            balance: BigInt(data.availableAfter),
          }),
    UpgradeCharged: charged('Upgrade to Affiliate'),
    BvnCharged: charged('BVN verification'),
    WalletAdjusted: ({ id, at, data }) =>
      put({
        ...ofNone,
        id,
        user_id: data.userId,
        kind: 'adjustment',
        title: 'Adjustment',
        at,
        amount: BigInt(data.delta),
        balance: BigInt(data.availableAfter),
      }),
  },
});
