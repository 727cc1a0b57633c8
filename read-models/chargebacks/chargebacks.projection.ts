import { projectionOn } from '../../infra/projections/projection.js';
import type { WalletEvent } from '../../services/wallet/wallet.events.js';
import { personOf } from '../forgetting.js';
import { type ChargebackRow, chargebacksView } from './chargebacks.view.js';

export const chargebacksProjection = projectionOn<WalletEvent, ChargebackRow>({
  view: chargebacksView,
  person: personOf,
  adminList: 'chargebacks',
  on: {
    FundingChargedBack: ({ at, actor, data }) => [
      {
        op: 'put',
        row: {
          chargeback_id: data.commandId,
          user_id: data.userId,
          provider: data.provider,
          reference: data.transactionReference,
          dispute: data.dispute,
          amount: BigInt(data.amount),
          debited: BigInt(data.debited),
          loss: BigInt(data.loss),
          fee: BigInt(data.fee),
          standing: 'taken',
          reason: data.reason,
          evidence: data.evidence,
          recorded_by: actor.id,
          approved_by: data.approvedBy ?? null,
          won_reason: null,
          won_evidence: null,
          won_by: null,
          won_at: null,
          at,
        },
      },
    ],
    ChargebackWon: ({ at, actor, data }) => [
      {
        op: 'set',
        key: data.chargebackId,
        columns: {
          standing: 'won',
          won_reason: data.reason,
          won_evidence: data.evidence,
          won_by: actor.id,
          won_at: at,
        },
      },
    ],
  },
});
