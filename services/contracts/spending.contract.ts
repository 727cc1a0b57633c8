import { z } from 'zod';
import { reads, serverOnly, type Call } from './call.js';
import { BodyToken, Month, Ok } from './fields/http-fields.js';
import { SERVICES } from './services.js';

/** Spending of a customer. */
export const SPENDING_CALLS = {
  spending: reads('/api/spending/'),
} as const satisfies Record<string, Call>;

/** Money is naira. */
export const SPENDING_SHAPES = serverOnly(() => {
  /** Payments less returns, each in its own Lagos month; may be negative. */
  const spent = { amount: z.number(), transactions: z.number() };
  return {
    spending: {
      /** `month` selects the recipients; defaults to this Lagos month. */
      request: z.object({ month: Month, access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        month: z.string(),
        /** Twelve Lagos months, yyyy-MM, the current one last. */
        months: z.array(
          z.object({
            month: z.string(),
            ...spent,
            services: z.array(z.object({ service: z.enum(SERVICES), ...spent })),
          }),
        ),
        /** Recipients of purchases delivered in `month`, largest amount first. */
        recipients: z.array(z.object({ recipient: z.string(), ...spent })),
        /** True when only the newest 1,000 purchases of the month were counted. */
        recipients_capped: z.boolean(),
        position: z.number(),
        incomplete: z.literal(true).optional(),
      }),
    },
  };
});
