import { z } from 'zod';
import { reads, serverOnly, type Call } from './call.js';
import { ENDS_TOO_EARLY, LIST_FIELDS, listAnswer, startsBeforeItEnds } from './fields/http-fields.js';

export const FUNDING_CALLS = {
  fundings: reads('/api/user_wallet_funding_transactions/'),
} as const satisfies Record<string, Call>;

/** Money is naira, times are ISO 8601 with +01:00. */
export const FundingRow = serverOnly(() =>
  z.object({
    id: z.string().meta({ example: '0b9d1c7a-62f1-4a57-8d8e-7f2f0a1b2c3d' }),
    funding_refrence: z.string().meta({ example: 'MNFY|20260302|000042' }),
    funding_source: z.string().meta({ example: 'Wema Bank' }),
    /** Naira that reached the wallet. Negative for a chargeback. */
    amount_funded: z.number().meta({ example: 5000 }),
    wallet_before_funding: z.number().meta({ example: 120.5 }),
    wallet_after_funding: z.number().meta({ example: 5120.5 }),
    funding_date: z.string().meta({ example: '2026-03-02T10:15:30.000+01:00' }),
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
