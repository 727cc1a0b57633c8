import {
  ADMIN_PASSWORD_LENGTH_MIN,
  PERMISSIONS,
  type Permission,
} from '../contracts/admin/administrators.contract.js';
import { isEmailAddress } from '../contracts/fields/people.js';
import { type RegisterUserHandler, RegisterUser } from '../customers/registration/register-user.handler.js';
import { type VerifyEmailHandler, VerifyEmail } from '../customers/registration/verify-email.handler.js';
import type { Administrators } from './administrators.js';
import { systemContext } from '../../infra/event-store/event-context.js';

export interface NewAdministrator {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: 'admin' | 'auditor';
  /** Of an admin; whoever is given none may everything. */
  readonly permissions?: readonly Permission[] | undefined;
}

/** Why an administrator cannot be made; one line for the operator. */
export class AdministratorRefused extends Error {
  override readonly name = 'AdministratorRefused';
}

/** Makes an administrator from the machine itself: whoever can run this owns the ledger. @throws AdministratorRefused */
export async function createAdministrator(
  {
    register,
    verifyEmail,
    administrators,
  }: {
    readonly register: RegisterUserHandler;
    readonly verifyEmail: VerifyEmailHandler;
    readonly administrators: Pick<Administrators, 'setPermissions'>;
  },
  { email, password, firstName, lastName, role, permissions }: NewAdministrator,
): Promise<{ userId: string }> {
  if (!isEmailAddress(email)) throw new AdministratorRefused(`${email} is not an email address`);
  if (password.length < ADMIN_PASSWORD_LENGTH_MIN)
    throw new AdministratorRefused(`choose a password of at least ${ADMIN_PASSWORD_LENGTH_MIN} characters`);
  for (const permission of permissions ?? [])
    if (!PERMISSIONS.includes(permission))
      throw new AdministratorRefused(`${permission} is no permission; there are ${PERMISSIONS.join(', ')}`);
  const context = systemContext();
  const person = { email, password, firstName, lastName, phone: '', role, tier: 'regular' } as const;
  const { userId, isNew } = await register.execute(new RegisterUser(person, context));
  if (!isNew) throw new AdministratorRefused(`${email} already has an account; choose another address`);
  if (permissions) await administrators.setPermissions(userId, permissions, context);
  await verifyEmail.execute(new VerifyEmail(userId, context));
  return { userId };
}
