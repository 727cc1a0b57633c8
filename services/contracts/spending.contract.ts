import { z } from 'zod';
import { reads, serverOnly, type Call } from './call.js';
import { BodyToken, Month, Ok } from './fields/http-fields.js';
import { SERVICES } from './services.js';

/** What a customer's money went to. */
export const SPENDING_CALLS = {
  spending: reads('/api/spending/'),
} as const satisfies Record<string, Call>;

/** Shapes of SPENDING_CALLS. Money is naira. */
export const SPENDING_SHAPES = serverOnly(() => {
  /** Paid less taken back, each in the Lagos month it happened; both may be below zero. */
  const spent = { amount: z.number(), transactions: z.number() };
  return {
    spending: {
      /** `month`: whose recipients are asked for; this month in Lagos unless said. */
      request: z.object({ month: Month, access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        month: z.string(),
        /** Twelve Lagos months, yyyy-MM, this one last. */
        months: z.array(
          z.object({
            month: z.string(),
            ...spent,
            services: z.array(z.object({ service: z.enum(SERVICES), ...spent })),
          }),
        ),
        /** Of purchases made in `month` that were delivered, the most spent on first. */
        recipients: z.array(z.object({ recipient: z.string(), ...spent })),
        /** Only the newest 1,000 of that month were looked at for them. */
        recipients_capped: z.boolean(),
        position: z.number(),
        /** Something newer cannot be shown yet. */
        incomplete: z.literal(true).optional(),
      }),
    },
  };
});
