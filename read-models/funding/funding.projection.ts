import { personOf } from '../forgetting.js';
import { projectionOn } from '../../infra/projections/projection.js';
import type { Operation } from '../../infra/read-store/view.js';
import type {
  ChargebackWon,
  FundingChargedBack,
  HouseFunded,
  ManualFundingCredited,
  WalletEvent,
  WalletFunded,
} from '../../services/wallet/wallet.events.js';
import { type FundingViewRow, fundingView } from './funding.view.js';

function fundingRow(id: string, at: string, funded: WalletFunded): FundingViewRow {
  return {
    id,
    user_id: funded.userId,
    provider: funded.provider,
    reference: funded.transactionReference,
    source: funded.source,
    paid: BigInt(funded.paid),
    charge: BigInt(funded.charge),
    credited: BigInt(funded.credited),
    wallet_before: BigInt(funded.availableBefore),
    wallet_after: BigInt(funded.availableAfter),
    at,
  };
}

function byHandRow(
  id: string,
  at: string,
  { userId, amount, ...balances }: HouseFunded | ManualFundingCredited,
  by: Pick<FundingViewRow, 'provider' | 'reference' | 'source'>,
): FundingViewRow {
  return {
    id,
    user_id: userId,
    ...by,
    paid: BigInt(amount),
    charge: 0n,
    credited: BigInt(amount),
    wallet_before: BigInt(balances.availableBefore),
    wallet_after: BigInt(balances.availableAfter),
    at,
  };
}

/** Makes the row of a chargeback or of a dispute that we won. `moved` is kobo, negative for a chargeback. */
function disputedRow(
  id: string,
  at: string,
  disputed: FundingChargedBack | ChargebackWon,
  moved: bigint,
): readonly Operation[] {
  if (moved === 0n) return [];
  const row: FundingViewRow = {
    id,
    user_id: disputed.userId,
    provider: disputed.provider,
    reference: disputed.transactionReference,
    source: moved < 0n ? 'Chargeback, taken back by the paying bank' : 'Given back after a chargeback',
    paid: moved,
    charge: 0n,
    credited: moved,
    wallet_before: BigInt(disputed.availableBefore),
    wallet_after: BigInt(disputed.availableAfter),
    at,
  };
  return [{ op: 'put', row }];
}

export const fundingProjection = projectionOn<WalletEvent, FundingViewRow>({
  view: fundingView,
  person: personOf,
  list: 'funding',
  adminList: 'fundings',
  on: {
    WalletFunded: ({ id, at, data }) =>
      data.balanceDate === undefined ? [{ op: 'put', row: fundingRow(id, at, data) }] : [],
    HouseFunded: ({ id, at, data }) => [
      {
        op: 'put',
        row: byHandRow(id, at, data, {
          provider: 'house',
          reference: data.commandId,
          source: 'House funding',
        }),
      },
    ],
    FundingChargedBack: ({ id, at, data }) => disputedRow(id, at, data, -BigInt(data.debited)),
    ChargebackWon: ({ id, at, data }) => disputedRow(id, at, data, BigInt(data.credited)),
    ManualFundingCredited: ({ id, at, data }) => [
      {
        op: 'put',
        row: byHandRow(id, at, data, { provider: 'bank', reference: data.reference, source: data.bank }),
      },
    ],
  },
});
