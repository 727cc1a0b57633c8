import type { INestApplicationContext } from '@nestjs/common';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { DEMO_PEOPLE } from './demo-people.js';
import type { DemoPerson } from './demo-people.js';
import { CreateUser, CreateUserHandler } from '../registration/create-user.handler.js';
import { SetPin, SetPinHandler } from '../pin/set-pin.handler.js';
import type { User } from '../user.state.js';
import { Users } from '../users.js';
import { MarkEmailVerified, MarkEmailVerifiedHandler } from '../registration/verify-email.handler.js';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { RuleBroken } from '../../contracts/errors.js';

export interface DemoDeps {
  readonly users: Users;
  readonly register: CreateUserHandler;
  readonly verifyEmail: Pick<MarkEmailVerifiedHandler, 'execute'>;
  readonly setPin: Pick<SetPinHandler, 'execute'>;
  readonly wallets: WalletStreams;
  readonly reserveAccount: (user: User) => Promise<void>;
}

/**
 * Creates missing demo accounts by the same events as real ones. Waits for all
 * before throwing an error, because the caller may then close the stores.
 */
export async function createDemoData(deps: DemoDeps): Promise<void> {
  const created = await Promise.allSettled(DEMO_PEOPLE.map((person) => keepPerson(person, deps)));
  for (const one of created) if (one.status === 'rejected') throw one.reason;
}

export const createDemoDataIn = (
  rooms: INestApplicationContext,
  { reserveAccount }: Pick<DemoDeps, 'reserveAccount'>,
): Promise<void> =>
  createDemoData({
    users: rooms.get(Users),
    register: rooms.get(CreateUserHandler),
    verifyEmail: rooms.get(MarkEmailVerifiedHandler),
    setPin: rooms.get(SetPinHandler),
    wallets: rooms.get(WalletStreams),
    reserveAccount,
  });

/**
 * Returns a warning when the ledger has demo accounts. Such a ledger must not take money, because the passwords
 * of these accounts are public.
 */
export async function demoPeopleIn(users: Pick<Users, 'byEmail'>): Promise<string | undefined> {
  const found = await Promise.all(DEMO_PEOPLE.map(({ email }) => users.byEmail(email)));
  const emails = found.flatMap((user) => user?.email ?? []);
  if (emails.length === 0) return undefined;
  return `in production nobody may have an account whose password everybody knows: begin with an empty ledger, or erase each with \`ledger -- forget <email>\`: ${emails.join(', ')}`;
}

async function keepPerson(person: DemoPerson, deps: DemoDeps): Promise<void> {
  const owner = await deps.users.emails.ownerOf(person.email);
  try {
    await createPerson(person, deps);
  } catch (error) {
    if (owner === undefined || (await deps.users.emails.ownerOf(person.email)) === owner) throw error;
    await keepPerson(person, deps);
  }
}

async function createPerson({ customer, ...person }: DemoPerson, deps: DemoDeps): Promise<void> {
  const context = systemContext();
  const { userId } = await deps.register.execute(new CreateUser(person, context));
  await deps.verifyEmail.execute(new MarkEmailVerified(userId, context));
  if (!customer) return;
  const user = await deps.users.byId(userId);
  if (!user) throw new Error(`the demonstration account of ${person.role} cannot be read back`);
  if (user.pinMac === undefined) await setPin(new SetPin(userId, customer.pin, context), deps);
  await deps.wallets.handle(
    userId,
    {
      type: 'FundWallet',
      provider: 'opening',
      transactionReference: `demo-${userId}`,
      source: 'Opening balance',
      paid: customer.balance,
      settled: customer.balance,
      charge: 0n,
    },
    context,
  );
  await deps.reserveAccount(user);
}

/** Two processes may create the same account. */
async function setPin(command: SetPin, deps: DemoDeps): Promise<void> {
  await deps.setPin.execute(command).catch((error: unknown) => {
    if (!(error instanceof RuleBroken && error.code === 'PIN_ALREADY_SET')) throw error;
  });
}
