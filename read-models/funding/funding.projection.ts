import { personOf } from '../forgetting.js';
import { projectionOn } from '../../infra/projections/projection.js';
import type {
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

export const fundingProjection = projectionOn<WalletEvent, FundingViewRow>({
  view: fundingView,
  person: personOf,
  list: 'funding',
  adminList: 'fundings',
  on: {
    WalletFunded: ({ id, at, data }) => [{ op: 'put', row: fundingRow(id, at, data) }],
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
    ManualFundingCredited: ({ id, at, data }) => [
      {
        op: 'put',
        row: byHandRow(id, at, data, { provider: 'bank', reference: data.reference, source: data.bank }),
      },
    ],
  },
});
