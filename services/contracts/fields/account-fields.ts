import { z } from 'zod';
import { Digits, Ok, Text } from './http-fields.js';
import { isEmailAddress } from './people.js';

export const Email = Text(254).refine(isEmailAddress, 'must be an email address, such as ada@example.com');
/** Code from a mail. */
export const Otp = Digits(6, 'the six digits of the code,');

export const Done = z.object({ status: Ok, message: z.string() });
export const CodeSent = z.object({
  ...Done.shape,
  /** Seconds. */
  retry_after: z.number(),
});

/** @param min length that makes guessing hopeless */
export const newPassword = (min: number) => Text(1_024, min);

export const same = ({ password1, password2 }: { password1: string; password2: string }): boolean =>
  password1 === password2;
export const DIFFER = { path: ['password2'], message: 'must be the same as password1' };

export const passwordReset = (min: number) =>
  z
    .object({
      resetCode: Otp,
      password1: newPassword(min),
      password2: Text(1_024),
      /** Required without a `recovery` cookie. */
      email: Email.nullish(),
    })
    .refine(same, DIFFER);
