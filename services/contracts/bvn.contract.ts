import { z } from 'zod';
import { browserAsks, browserBuys, serverOnly, type Call } from './call.js';
import { normaliseBirthDate } from './fields/written-dates.js';
import { BodyToken, Bounded, Digits, Ok, OptionalPin, Phone, Text } from './fields/http-fields.js';

/** Consent to a BVN check. Results store `version`, so a changed text needs a new one. */
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
  const BirthDate = Bounded(30, 'must be text', NO_BIRTH_DATE).transform((typed, context) => {
    const date = normaliseBirthDate(typed);
    if (date !== undefined) return date;
    context.addIssue({ code: 'custom', message: NO_BIRTH_DATE });
    return z.NEVER;
  });

  return {
    bvnStatus: {
      request: z.object({ access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        verified: z.boolean(),
        /** Digits of the verified BVN; empty before. */
        last_four: z.string(),
        attempts_left: z.number(),
        /** Naira per check. */
        price: z.number(),
        consent: z.string(),
        consent_version: z.string(),
      }),
    },
    verifyBvn: {
      request: z.object({
        name: Text(100, 2),
        dateOfBirth: BirthDate,
        mobileNo: Phone,
        bvn: Digits(11, 'eleven digits'),
        transaction_pin: OptionalPin,
        grabToken: BodyToken,
      }),
      /** `token` references the verification; it is not a session. */
      answer: z.object({ status: Ok, message: z.string(), token: z.string() }),
    },
  };
});
