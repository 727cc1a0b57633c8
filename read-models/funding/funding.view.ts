import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';

const FundingViewRow = z.object({
  id: z.string(),
  user_id: z.string(),
  provider: z.string(),
  reference: z.string(),
  source: z.string(),
  paid: z.bigint(),
  charge: z.bigint(),
  credited: z.bigint(),
  wallet_before: z.bigint(),
  wallet_after: z.bigint(),
  at: z.string(),
});
export type FundingViewRow = z.output<typeof FundingViewRow>;

/** Payments into wallets. A chargeback is also a row, and its `credited` is negative. */
export const fundingView: View<FundingViewRow> = {
  name: 'funding',
  version: 3,
  row: FundingViewRow,
  key: 'id',
  indexes: [],
  lists: [
    { by: ['at'], holds: ['credited'] },
    { by: ['user_id', 'at'], holds: ['credited'] },
    { by: ['credited', 'at'], holds: [] },
  ],
  arrivesBy: 'at',
  searchable: ['reference', 'source'],
};
