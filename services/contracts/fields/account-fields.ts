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
 * Normalises a password before hashing (OpaqueString, RFC 8265): the form is NFC, and every space
 * becomes U+0020. The form NFKC would make different characters equal, such as `²` and `2`.
 */
export const opaquePassword = (typed: string): string => typed.replace(/\p{Zs}/gu, ' ').normalize('NFC');

/**
 * Password exactly as typed. Older passwords were hashed without normalisation, so they must be
 * checked as typed.
 */
export const TypedPassword = Bounded(1_024)
  .min(1, 'must not be empty')
  .regex(NO_CONTROLS, 'must not hold control characters');

/** @param min minimum number of characters, high enough to prevent guessing */
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
