import type { RegisterUserHandler } from './register-user.handler.js';
import { RegisterUser } from './register-user.handler.js';
import type { VerifyEmailHandler } from './verify-email.handler.js';
import { VerifyEmail } from './verify-email.handler.js';
import { systemStory } from './write-stream.js';

export interface NewAdministrator {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: 'admin' | 'auditor';
}

/** Why an administrator cannot be made; one line for the operator. */
export class AdministratorRefused extends Error {
  override readonly name = 'AdministratorRefused';
}

const PASSWORD_LENGTH_MIN = 12;
const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/** Makes an administrator from the machine itself: whoever can run this owns the ledger. @throws AdministratorRefused */
export async function createAdministrator(
  register: RegisterUserHandler,
  verifyEmail: VerifyEmailHandler,
  { email, password, firstName, lastName, role }: NewAdministrator,
): Promise<{ userId: string }> {
  if (!EMAIL.test(email)) throw new AdministratorRefused(`${email} is not an email address`);
  if (password.length < PASSWORD_LENGTH_MIN)
    throw new AdministratorRefused(`choose a password of at least ${PASSWORD_LENGTH_MIN} characters`);
  const story = systemStory();
  const person = { email, password, firstName, lastName, phone: '', role, tier: 'regular' } as const;
  const { userId, isNew } = await register.execute(new RegisterUser(person, story));
  if (!isNew) throw new AdministratorRefused(`${email} already has an account; choose another address`);
  await verifyEmail.execute(new VerifyEmail(userId, story));
  return { userId };
}
