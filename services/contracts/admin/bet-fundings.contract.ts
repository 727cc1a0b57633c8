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

/** What all customers paid into the wallets of betting companies. */
export const BET_FUNDINGS_CALLS = {
  betFundings: adminReads('/api/bet-funding-history/'),
} as const satisfies Record<string, Call>;

/** The list as a file is `<name>.csv`. */
export const BET_FUNDINGS_FILE = 'bet-fundings';

/** One payment into the wallet of a betting company. */
export const AdminBetFundingRow = serverOnly(() =>
  z.object({
    id: z.string(),
    reference: z.string(),
    /** Masked for whoever may not see it, empty when the customer was erased. */
    buyer_emails: z.string(),
    /** What the customer was charged. */
    amount: z.number(),
    bet_platform: z.string(),
    /** How the betting company calls its customer: masked and emptied as `buyer_emails`. */
    client_id: z.string(),
    submitted_date: z.string(),
    transaction_status: z.enum(TRANSACTION_STATUSES),
    user_id: z.string(),
  }),
);
export type AdminBetFundingRow = z.output<typeof AdminBetFundingRow>;

/** Shapes of BET_FUNDINGS_CALLS. */
export const BET_FUNDINGS_SHAPES = serverOnly(() => ({
  betFundings: {
    request: z
      .object({ ...ADMIN_LIST_FIELDS, status: oneOf(TRANSACTION_STATUSES).nullish() })
      .refine(startsBeforeItEnds, ENDS_TOO_EARLY),
    answer: adminSumListAnswer('bet_fundingHistory', AdminBetFundingRow),
  },
}));
