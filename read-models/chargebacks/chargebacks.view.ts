import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { CHARGEBACK_STANDINGS } from '../../services/contracts/admin/chargebacks.contract.js';

const ChargebackRow = z.object({
  chargeback_id: z.string(),
  user_id: z.string(),
  provider: z.string(),
  /** The payment provider's references of the payment (`reference`) and the dispute (`dispute`). */
  reference: z.string(),
  dispute: z.string(),
  /** Disputed kobo: `debited` (taken from the wallet) plus `loss`. */
  amount: z.bigint(),
  debited: z.bigint(),
  loss: z.bigint(),
  /** Kobo that the payment provider charged as its fee. */
  fee: z.bigint(),
  standing: z.enum(CHARGEBACK_STANDINGS),
  reason: z.string(),
  evidence: z.string(),
  recorded_by: z.string(),
  /** Second administrator, who approved the chargeback. Null when no approval was needed. */
  approved_by: z.string().nullable(),
  won_reason: z.string().nullable(),
  won_evidence: z.string().nullable(),
  won_by: z.string().nullable(),
  won_at: z.string().nullable(),
  /** UTC. */
  at: z.string(),
});
export type ChargebackRow = z.output<typeof ChargebackRow>;

export const chargebacksView: View<ChargebackRow> = {
  name: 'chargebacks',
  version: 2,
  row: ChargebackRow,
  key: 'chargeback_id',
  indexes: [['at'], ['standing', 'at'], ['user_id']],
  searchable: ['reference', 'dispute'],
};
