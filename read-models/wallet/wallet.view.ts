import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';

const WalletRow = z.object({
  user_id: z.string(),
  available: z.bigint(),
  held: z.bigint(),
  total_transactions: z.bigint(),
  last_top_up: z.bigint(),
  total_funded: z.bigint(),
  /** Kobo of captured purchases and of our charges, minus reversals. */
  total_spent: z.bigint(),
});
export type WalletRow = z.output<typeof WalletRow>;

export const walletView: View<WalletRow> = {
  name: 'wallet',
  version: 1,
  row: WalletRow,
  key: 'user_id',
  indexes: [],
  searchable: [],
};
