import { z } from 'zod';
import { Bounded, Digits, Ok, Text } from './http-fields.js';
import { isEmailAddress } from './people.js';

export const Email = Text(254).refine(isEmailAddress, 'must be an email address, such as ada@example.com');
export const Otp = Digits(6, 'the six digits of the code,').meta({
  description: 'The six digits of the mailed code, as text.',
  example: '482613',
});

export const Done = z.object({ status: Ok, message: z.string().meta({ example: 'Done.' }) });
export const CodeSent = z.object({
  status: Ok,
  message: z.string().meta({ example: 'A code is on its way.' }),
  /** Seconds. */
  retry_after: z.number().meta({ example: 60 }),
});

const NO_CONTROLS = /^\P{Cc}*$/u;

/**
 * Password before hashing (OpaqueString, RFC 8265): composed by NFC, with every space as U+0020. NFKC would
 * equate characters that a person typed differently, such as `²` and `2`.
 */
export const opaquePassword = (typed: string): string => typed.replace(/\p{Zs}/gu, ' ').normalize('NFC');

/** Password exactly as typed. Older hashes were made from passwords that were not normalised. */
export const TypedPassword = Bounded(1_024)
  .min(1, 'must not be empty')
  .regex(NO_CONTROLS, 'must not hold control characters');

/** @param min length that makes guessing hopeless */
export const newPassword = (min: number) =>
  Bounded(1_024)
    .overwrite(opaquePassword)
    .min(min, `must have at least ${min} characters`)
    .regex(NO_CONTROLS, 'must not hold control characters')
    .meta({
      description: `The new password, at least ${min} characters.`,
      example: 'a new pass phrase',
    });
export const SamePassword = TypedPassword.overwrite(opaquePassword).meta({
  description: 'The same again.',
  example: 'a new pass phrase',
});

export const same = ({ password1, password2 }: { password1: string; password2: string }): boolean =>
  password1 === password2;
export const DIFFER = { path: ['password2'], message: 'must be the same as password1' };

export const passwordReset = (min: number) =>
  z
    .object({
      resetCode: Otp,
      password1: newPassword(min),
      password2: SamePassword,
      email: Email.nullish().meta({ description: 'Needed only without the recovery cookie.' }),
    })
    .refine(same, DIFFER);
