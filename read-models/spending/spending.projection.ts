import { projectionOn } from '../../infra/projections/projection.js';
import type { Operation } from '../../infra/read-store/view.js';
import { lagosMonthOf } from '../../services/contracts/fields/lagos-day.js';
import type { WalletEvent } from '../../services/wallet/wallet.events.js';
import { personOf } from '../forgetting.js';
import { type SpendingRow, spendingView } from './spending.view.js';

type Ended = Extract<WalletEvent, { type: 'PurchaseCaptured' | 'PurchaseReversed' }>;
type Counters = Readonly<Partial<Record<'captured' | 'captured_sum' | 'reversed' | 'reversed_sum', bigint>>>;

/** Counts an event in the Lagos month of its `at`, so that a reversal changes no past month. */
function count({ at, data: { userId, service } }: Ended, by: Counters): readonly Operation[] {
  const month = lagosMonthOf(Date.parse(at));
  const row: SpendingRow = {
    id: `${userId}|${month}|${service}`,
    user_id: userId,
    month,
    service,
    captured: 0n,
    captured_sum: 0n,
    reversed: 0n,
    reversed_sum: 0n,
  };
  return [{ op: 'add', row, by }];
}

export const spendingProjection = projectionOn<WalletEvent, SpendingRow>({
  view: spendingView,
  person: personOf,
  list: 'spending',
  on: {
    PurchaseCaptured: (event) => count(event, { captured: 1n, captured_sum: BigInt(event.data.price) }),
    PurchaseReversed: (event) => count(event, { reversed: 1n, reversed_sum: BigInt(event.data.price) }),
  },
});
