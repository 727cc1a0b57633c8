import { z } from 'zod';
import { adminReads, serverOnly, type Call } from '../call.js';
import {
  adminSumListAnswer,
  adminListFields,
  ENDS_TOO_EARLY,
  oneOf,
  startsBeforeItEnds,
} from '../fields/http-fields.js';
import { TRANSACTION_STATUSES } from '../services.js';

export const BET_FUNDINGS_CALLS = {
  betFundings: adminReads('/api/bet-funding-history/'),
} as const satisfies Record<string, Call>;

export const PURCHASE_SEARCH =
  'Part of a reference, recipient, service, status, source or email of a customer, or an amount: 500, 500.00 or ₦1,500.';

/** File name without `.csv`. */
export const BET_FUNDINGS_FILE = 'bet-fundings';

export const AdminBetFundingRow = serverOnly(() =>
  z.object({
    id: z.string().meta({ example: '5f1f8f0e-3f3f-4c59-9f0b-8f4a4f0f2b12' }),
    reference: z.string().meta({ example: 'NL6Q3Z8K1V0T9W4XYB' }),
    buyer_emails: z.string().meta({ example: 'a***@d***.test' }),
    amount: z.number().meta({ example: 1000 }),
    bet_platform: z.string().meta({ example: 'BET9JA' }),
    /** Id of the customer at the betting company, masked by `maskedPhone`. */
    client_id: z.string().meta({ example: '***' }),
    submitted_date: z.string().meta({ example: '2026-03-02T10:15:30.000+01:00' }),
    transaction_status: z.enum(TRANSACTION_STATUSES).meta({ example: 'Successful' }),
    user_id: z.string().meta({ example: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1' }),
  }),
);
export type AdminBetFundingRow = z.output<typeof AdminBetFundingRow>;

export const BET_FUNDINGS_SHAPES = serverOnly(() => ({
  betFundings: {
    request: z
      .object({
        ...adminListFields(PURCHASE_SEARCH),
        status: oneOf(TRANSACTION_STATUSES)
          .nullish()
          .meta({ description: 'One status, or left out for any.' }),
      })
      .refine(startsBeforeItEnds, ENDS_TOO_EARLY),
    answer: adminSumListAnswer('bet_fundingHistory', AdminBetFundingRow),
  },
}));
