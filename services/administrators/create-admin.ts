import {
  ADMIN_PASSWORD_LENGTH_MIN,
  PERMISSIONS,
  type Permission,
} from '../contracts/admin/administrators.contract.js';
import { isEmailAddress } from '../contracts/fields/people.js';
import { type RegisterUserHandler, RegisterUser } from '../customers/registration/register-user.handler.js';
import { type VerifyEmailHandler, VerifyEmail } from '../customers/registration/verify-email.handler.js';
import type { Users } from '../customers/users.js';
import type { Administrators } from './administrators.js';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import { systemContext } from '../../infra/event-store/event-context.js';
import { randomUUID } from '../../infra/host/chance.js';

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

/**
 * Makes an administrator from the machine itself: whoever can run this owns the ledger. What they may comes before the account,
 * because whoever has an account and nothing decided may everything. Cut short before there is one, it is finished by the same again.
 * @throws AdministratorRefused
 */
export async function createAdministrator(
  {
    register,
    verifyEmail,
    administrators,
    users,
    vault,
  }: {
    readonly register: Pick<RegisterUserHandler, 'execute'>;
    readonly verifyEmail: VerifyEmailHandler;
    readonly administrators: Pick<Administrators, 'setPermissions'>;
    readonly users: Pick<Users, 'accountUnder' | 'emails'>;
    readonly vault: Pick<KeyVault, 'createKey' | 'forget'>;
  },
  { email, password, firstName, lastName, role, permissions }: NewAdministrator,
): Promise<{ userId: string }> {
  if (!isEmailAddress(email)) throw new AdministratorRefused(`${email} is not an email address`);
  if (password.length < ADMIN_PASSWORD_LENGTH_MIN)
    throw new AdministratorRefused(`choose a password of at least ${ADMIN_PASSWORD_LENGTH_MIN} characters`);
  for (const permission of permissions ?? [])
    if (!PERMISSIONS.includes(permission))
      throw new AdministratorRefused(`${permission} is no permission; there are ${PERMISSIONS.join(', ')}`);
  const taken = new AdministratorRefused(`${email} already has an account; choose another address`);
  // Claimed for somebody who has no account yet: what was cut short behind the claim goes on with that id, and its key.
  const claimer = await users.emails.ownerOf(email);
  const isHalfMade = claimer !== undefined && (await users.accountUnder(claimer)) === 'none';
  if (!isHalfMade && (await users.emails.isTaken(email))) throw taken;
  const promisedId = isHalfMade ? claimer : randomUUID();
  await vault.createKey(promisedId);
  const context = systemContext();
  await administrators.setPermissions(promisedId, permissions ?? ['owner'], context);
  const person = { email, password, firstName, lastName, phone: '', role, tier: 'regular' } as const;
  const { userId, isNew } = await register.execute(new RegisterUser(person, context, undefined, promisedId));
  // Somebody got the email meanwhile: who was to be made stays nobody, whatever they were to be allowed.
  if (userId !== promisedId) await vault.forget(promisedId);
  if (!isNew) throw taken;
  await verifyEmail.execute(new VerifyEmail(userId, context));
  return { userId };
}
