import { z } from 'zod';
import { reads, serverOnly, type Call } from './call.js';
import { BodyToken, Month, Ok } from './fields/http-fields.js';
import { SERVICES } from './services.js';

export const SPENDING_CALLS = {
  spending: reads('/api/spending/'),
} as const satisfies Record<string, Call>;

/** Money is naira. */
export const SPENDING_SHAPES = serverOnly(() => {
  /**
   * Payments minus refunds. A payment and its refund may be in different Lagos months, so the
   * difference may be negative.
   */
  const spent = { amount: z.number().meta({ example: 990 }), transactions: z.number().meta({ example: 1 }) };
  return {
    spending: {
      request: z.object({
        month: Month.meta({
          description: 'Whose recipients you want, yyyy-MM; this month when left out.',
          example: '2026-03',
        }),
        access_token: BodyToken,
      }),
      answer: z.object({
        status: Ok,
        month: z.string().meta({ example: '2026-03' }),
        /** Twelve Lagos months (yyyy-MM). The current month is the last. */
        months: z.array(
          z.object({
            month: z.string().meta({ example: '2026-03' }),
            ...spent,
            services: z.array(z.object({ service: z.enum(SERVICES).meta({ example: 'airtime' }), ...spent })),
          }),
        ),
        recipients: z.array(
          z.object({ recipient: z.string().meta({ example: '+2348031234567' }), ...spent }),
        ),
        /**
         * True when the month has more than 1,000 purchases. The sums then include only 1,000 of
         * them.
         */
        recipients_capped: z.boolean().meta({ example: false }),
        position: z.number().meta({ example: 1042 }),
        incomplete: z.literal(true).optional(),
      }),
    },
  };
});
