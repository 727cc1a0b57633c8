import { z } from 'zod';
import { reads, serverOnly, type Call } from './call.js';
import { ENDS_TOO_EARLY, LIST_FIELDS, listAnswer, startsBeforeItEnds } from './fields/http-fields.js';

export const FUNDING_CALLS = {
  fundings: reads('/api/user_wallet_funding_transactions/'),
} as const satisfies Record<string, Call>;

/** Money is naira, times are ISO 8601 with +01:00. */
export const FundingRow = serverOnly(() =>
  z.object({
    id: z.string(),
    funding_refrence: z.string(),
    funding_source: z.string(),
    /** Amount that reached the wallet; negative for a chargeback. */
    amount_funded: z.number(),
    wallet_before_funding: z.number(),
    wallet_after_funding: z.number(),
    funding_date: z.string(),
  }),
);
export type FundingRow = z.output<typeof FundingRow>;

export interface BankAccount {
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountNumber: string;
  readonly accountName: string;
}

export const FUNDING_SHAPES = serverOnly(() => ({
  fundings: {
    request: z.object(LIST_FIELDS).refine(startsBeforeItEnds, ENDS_TOO_EARLY),
    answer: listAnswer(FundingRow),
  },
}));
