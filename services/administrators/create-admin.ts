import {
  ADMIN_PASSWORD_LENGTH_MIN,
  PERMISSIONS,
  type Permission,
} from '../contracts/admin/administrators.contract.js';
import { isEmailAddress } from '../contracts/fields/people.js';
import { isGuessable } from '../customers/login/guessable-passwords.js';
import { type CreateUserHandler, CreateUser } from '../customers/registration/create-user.handler.js';
import {
  type MarkEmailVerifiedHandler,
  MarkEmailVerified,
} from '../customers/registration/verify-email.handler.js';
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
  readonly permissions?: readonly Permission[] | undefined;
}

/** Refusal with a `message` of a single line for the operator. */
export class AdministratorRefused extends Error {
  override readonly name = 'AdministratorRefused';
}

/**
 * Creates an administrator. Checks no permission, because a person at the command line controls the whole
 * ledger. Stores the permissions before the account, because an account without `PermissionsChanged` is an
 * owner. A repeat finishes an interrupted run.
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
    readonly register: Pick<CreateUserHandler, 'execute'>;
    readonly verifyEmail: MarkEmailVerifiedHandler;
    readonly administrators: Pick<Administrators, 'setPermissions'>;
    readonly users: Pick<Users, 'accountUnder' | 'emails'>;
    readonly vault: Pick<KeyVault, 'createKey' | 'forget'>;
  },
  { email, password, firstName, lastName, role, permissions }: NewAdministrator,
): Promise<{ userId: string }> {
  if (!isEmailAddress(email)) throw new AdministratorRefused(`${email} is not an email address`);
  if (password.length < ADMIN_PASSWORD_LENGTH_MIN)
    throw new AdministratorRefused(`choose a password of at least ${ADMIN_PASSWORD_LENGTH_MIN} characters`);
  if (isGuessable(password, { email, firstName, lastName, phone: '' }))
    throw new AdministratorRefused('this password is easy to guess; choose another one');
  for (const permission of permissions ?? [])
    if (!PERMISSIONS.includes(permission))
      throw new AdministratorRefused(`${permission} is no permission; there are ${PERMISSIONS.join(', ')}`);
  const taken = new AdministratorRefused(`${email} already has an account; choose another address`);
  // Use the user id of an interrupted run that has claimed the email.
  const claimer = await users.emails.ownerOf(email);
  const isHalfMade = claimer !== undefined && (await users.accountUnder(claimer)) === 'none';
  if (!isHalfMade && (await users.emails.isTaken(email))) throw taken;
  const promisedId = isHalfMade ? claimer : randomUUID();
  await vault.createKey(promisedId);
  const context = systemContext();
  await administrators.setPermissions(promisedId, permissions ?? ['owner'], context);
  const person = { email, password, firstName, lastName, phone: '', role, tier: 'regular' } as const;
  const { userId, isNew } = await register.execute(new CreateUser(person, context, undefined, promisedId));
  // No account gets `promisedId`, because another registration has taken the email.
  if (userId !== promisedId) await vault.forget(promisedId);
  if (!isNew) throw taken;
  await verifyEmail.execute(new MarkEmailVerified(userId, context));
  return { userId };
}
