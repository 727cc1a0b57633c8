import type { Projection } from '../../infra/projections/projection.js';
import type { WalletFunded } from '../../services/wallet/wallet.events.js';
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

export const fundingProjection: Projection<FundingViewRow> = {
  view: fundingView,
  wants: (type) => type === 'WalletFunded',
  project: ({ event }) =>
    event.type === 'WalletFunded'
      ? [{ op: 'put', row: fundingRow(event.id, event.at, event.data as unknown as WalletFunded) }]
      : [],
  changes: ({ type, data }) =>
    type === 'WalletFunded' ? { userId: String(data['userId']), list: 'funding' } : undefined,
};
