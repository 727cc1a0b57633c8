import { z } from 'zod';
import { Digits, Ok, Text } from './http-fields.js';
import { isEmailAddress } from './people.js';

export const Email = Text(254).refine(isEmailAddress, 'must be an email address, such as ada@example.com');
/** Code from a mail. */
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

/** @param min minimum length, which makes guessing hopeless */
export const newPassword = (min: number) =>
  Text(1_024, min).meta({
    description: `The new password, at least ${min} characters.`,
    example: 'a new pass phrase',
  });
export const SamePassword = Text(1_024).meta({
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
      /** Required without a `recovery` cookie. */
      email: Email.nullish().meta({ description: 'Needed only without the recovery cookie.' }),
    })
    .refine(same, DIFFER);
