import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';

const AccountRow = z.object({
  account: z.string(),
  /** First part of the account: `user_available`, `margin`, … */
  kind: z.string(),
  debit: z.bigint(),
  credit: z.bigint(),
  /** Debit less credit. */
  balance: z.bigint(),
});
export type AccountRow = z.output<typeof AccountRow>;

/** The trial balance: one row per account of the books. Its balances add up to zero at every position. */
export const trialBalanceView: View<AccountRow> = {
  name: 'trial-balance',
  version: 1,
  row: AccountRow,
  key: 'account',
  indexes: [],
  searchable: [],
};
