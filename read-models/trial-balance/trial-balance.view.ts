import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';

const AccountRow = z.object({
  account: z.string(),
  /** First part of the account name, such as `user_available` or `margin`. */
  kind: z.string(),
  debit: z.bigint(),
  credit: z.bigint(),
  /** Debit minus credit, in kobo. */
  balance: z.bigint(),
});
export type AccountRow = z.output<typeof AccountRow>;

/** Balances of all accounts. The balances add up to zero at every position. */
export const trialBalanceView: View<AccountRow> = {
  name: 'trial-balance',
  version: 1,
  row: AccountRow,
  key: 'account',
  indexes: [],
  searchable: [],
};
