import { z } from 'zod';
import { Digits, Ok, Text } from './http-fields.js';
import { isEmailAddress } from './people.js';

/** The email of an account. */
export const Email = Text(254).refine(isEmailAddress, 'must be an email address, such as ada@example.com');
/** The code of a mail. */
export const Otp = Digits(6, 'the six digits of the code,');

export const Done = z.object({ status: Ok, message: z.string() });
export const CodeSent = z.object({
  ...Done.shape,
  /** Seconds until another code can be asked for. */
  retry_after: z.number(),
});

/** A password to be. @param min long enough that guessing it is no way in */
export const newPassword = (min: number) => Text(1_024, min);

export const same = ({ password1, password2 }: { password1: string; password2: string }): boolean =>
  password1 === password2;
export const DIFFER = { path: ['password2'], message: 'must be the same as password1' };

/** What whoever forgot the password sends, with the code of the mail. */
export const passwordReset = (min: number) =>
  z
    .object({
      resetCode: Otp,
      password1: newPassword(min),
      password2: Text(1_024),
      /** Needed only by who has no `recovery` cookie. */
      email: Email.nullish(),
    })
    .refine(same, DIFFER);
