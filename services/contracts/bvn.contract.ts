import { z } from 'zod';
import { browserAsks, browserBuys, serverOnly, type Call } from './call.js';
import { normaliseBirthDate } from './fields/written-dates.js';
import { BodyToken, Bounded, Digits, Ok, OptionalPin, Phone, Text } from './fields/http-fields.js';

/** Change the `version` together with the text, because each BVN check stores the `version`. */
export const BVN_CONSENT = {
  version: '2026-1',
  text: 'I agree that my BVN, name, date of birth and phone number are sent once to the payment provider, which tells whether they match. My BVN itself is not kept: only its last four digits, a code that cannot be turned back into it, and the result.',
} as const;

export interface BvnProduct {
  readonly service: 'bvn';
}

export const BVN_CALLS = {
  bvnStatus: browserAsks('/api/bvn-status/'),
  verifyBvn: { ...browserBuys('/api/verify-user-bvn/'), token: 'grabToken' },
} as const satisfies Record<string, Call>;

export const BVN_SHAPES = serverOnly(() => {
  const NO_BIRTH_DATE = 'must be Day-Month-Year, for example 03-Oct-1993';
  const BirthDate = Bounded(30, 'must be text', NO_BIRTH_DATE)
    .transform((typed, context) => {
      const date = normaliseBirthDate(typed);
      if (date !== undefined) return date;
      context.addIssue({ code: 'custom', message: NO_BIRTH_DATE });
      return z.NEVER;
    })
    .meta({ description: 'Day-Month-Year, for example 03-Oct-1993.', example: '03-Oct-1993' });

  return {
    bvnStatus: {
      request: z.object({ access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        verified: z.boolean().meta({ example: false }),
        last_four: z.string().meta({ example: '' }),
        attempts_left: z.number().meta({ example: 3 }),
        price: z.number().meta({ example: 0 }),
        consent: z.string().meta({ example: 'I agree that my BVN is checked.' }),
        consent_version: z.string().meta({ example: '1' }),
      }),
    },
    verifyBvn: {
      request: z.object({
        name: Text(100, 2).meta({ description: 'Full name.', example: 'Ada Obi' }),
        dateOfBirth: BirthDate,
        mobileNo: Phone,
        bvn: Digits(11, 'eleven digits').meta({
          description: 'Eleven digits, as text.',
          example: '22200000001',
        }),
        transaction_pin: OptionalPin,
        grabToken: BodyToken,
      }),
      answer: z.object({
        status: Ok,
        message: z.string().meta({ example: 'Done.' }),
        token: z.string().meta({ example: 'a reference of the verification' }),
      }),
    },
  };
});
