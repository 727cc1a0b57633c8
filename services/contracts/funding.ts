import { z } from 'zod';

/** One payment into a wallet, in the spelling of the contract. Money is naira, times are ISO 8601 with +01:00. */
export const FundingRow = z.object({
  id: z.string(),
  funding_refrence: z.string(),
  funding_source: z.string(),
  /** What reached the wallet. */
  amount_funded: z.number(),
  wallet_before_funding: z.number(),
  wallet_after_funding: z.number(),
  funding_date: z.string(),
});
export type FundingRow = z.output<typeof FundingRow>;
