import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { CHARGEBACK_STANDINGS } from '../../services/contracts/admin/chargebacks.contract.js';

const ChargebackRow = z.object({
  chargeback_id: z.string(),
  /** Whose payment it was. */
  user_id: z.string(),
  provider: z.string(),
  /** The payment, and the dispute, as the provider names them. */
  reference: z.string(),
  dispute: z.string(),
  /** What was disputed: what was taken from the wallet, and what was not there to take. */
  amount: z.bigint(),
  debited: z.bigint(),
  loss: z.bigint(),
  /** What the provider charged for it. */
  fee: z.bigint(),
  standing: z.enum(CHARGEBACK_STANDINGS),
  reason: z.string(),
  evidence: z.string(),
  recorded_by: z.string(),
  /** Null where one administrator was enough. */
  approved_by: z.string().nullable(),
  /** Of a dispute that was won; null of everything else. */
  won_reason: z.string().nullable(),
  won_evidence: z.string().nullable(),
  won_by: z.string().nullable(),
  won_at: z.string().nullable(),
  /** When it was recorded. Times are UTC, as in the events. */
  at: z.string(),
});
export type ChargebackRow = z.output<typeof ChargebackRow>;

/** Every payment that was charged back, and whether the dispute was won since. */
export const chargebacksView: View<ChargebackRow> = {
  name: 'chargebacks',
  version: 1,
  row: ChargebackRow,
  key: 'chargeback_id',
  indexes: [['at'], ['standing', 'at'], ['user_id']],
  searchable: ['reference', 'dispute'],
};
