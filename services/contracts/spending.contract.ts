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
   * Payments minus refunds. Each payment and each refund counts in its own Lagos month, so the difference may
   * be negative.
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
        /** Twelve Lagos months (yyyy-MM). The current month is last. */
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
        /** True when the month has more than 1,000 purchases. Only 1,000 purchases are then counted. */
        recipients_capped: z.boolean().meta({ example: false }),
        position: z.number().meta({ example: 1042 }),
        incomplete: z.literal(true).optional(),
      }),
    },
  };
});
