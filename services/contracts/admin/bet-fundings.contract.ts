import { z } from 'zod';
import { adminReads, serverOnly, type Call } from '../call.js';
import {
  ADMIN_LIST_FIELDS,
  adminSumListAnswer,
  ENDS_TOO_EARLY,
  oneOf,
  startsBeforeItEnds,
} from '../fields/http-fields.js';
import { TRANSACTION_STATUSES } from '../services.js';

export const BET_FUNDINGS_CALLS = {
  betFundings: adminReads('/api/bet-funding-history/'),
} as const satisfies Record<string, Call>;

/** File name without `.csv`. */
export const BET_FUNDINGS_FILE = 'bet-fundings';

export const AdminBetFundingRow = serverOnly(() =>
  z.object({
    id: z.string(),
    reference: z.string(),
    /** `maskedEmail` without permission; empty once erased. */
    buyer_emails: z.string(),
    /** Charge to the customer. */
    amount: z.number(),
    bet_platform: z.string(),
    /** Customer id at the betting company, masked by `maskedPhone`. */
    client_id: z.string(),
    submitted_date: z.string(),
    transaction_status: z.enum(TRANSACTION_STATUSES),
    user_id: z.string(),
  }),
);
export type AdminBetFundingRow = z.output<typeof AdminBetFundingRow>;

export const BET_FUNDINGS_SHAPES = serverOnly(() => ({
  betFundings: {
    request: z
      .object({ ...ADMIN_LIST_FIELDS, status: oneOf(TRANSACTION_STATUSES).nullish() })
      .refine(startsBeforeItEnds, ENDS_TOO_EARLY),
    answer: adminSumListAnswer('bet_fundingHistory', AdminBetFundingRow),
  },
}));
