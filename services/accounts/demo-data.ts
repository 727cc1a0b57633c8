import type { WalletStreams } from '../wallet/wallet.streams.js';
import { DEMO_PEOPLE } from './demo-people.js';
import type { DemoPerson } from './demo-people.js';
import { RegisterUser } from './register-user.handler.js';
import type { RegisterUserHandler } from './register-user.handler.js';
import { SetPin } from './set-pin.handler.js';
import type { SetPinHandler } from './set-pin.handler.js';
import type { User } from './user.state.js';
import type { Users } from './users.js';
import { VerifyEmail } from './verify-email.handler.js';
import type { VerifyEmailHandler } from './verify-email.handler.js';
import { systemStory } from './write-stream.js';

export interface DemoDeps {
  readonly users: Users;
  readonly register: RegisterUserHandler;
  readonly verifyEmail: VerifyEmailHandler;
  readonly setPin: SetPinHandler;
  readonly wallets: WalletStreams;
  /** Asks the payment provider for the customer's own account number. Nothing when there is one. */
  readonly reserveAccount: (user: User) => Promise<void>;
}

/** Makes the demonstration accounts by the events real ones come from. What is there already is left as it is. */
export async function createDemoData(deps: DemoDeps): Promise<void> {
  await Promise.all(DEMO_PEOPLE.map((person) => createPerson(person, deps)));
}

async function createPerson({ customer, ...person }: DemoPerson, deps: DemoDeps): Promise<void> {
  const story = systemStory();
  const { userId } = await deps.register.execute(new RegisterUser(person, story));
  await deps.verifyEmail.execute(new VerifyEmail(userId, story));
  if (!customer) return;
  const user = await deps.users.byId(userId);
  if (!user) throw new Error(`the demonstration account of ${person.role} cannot be read back`);
  if (user.pinMac === undefined) await deps.setPin.execute(new SetPin(userId, customer.pin, story));
  await deps.wallets.execute(
    userId,
    {
      ...{
        type: 'FundWallet',
        provider: 'opening',
        transactionReference: `demo-${userId}`,
        source: 'Opening balance',
      },
      ...{ paid: customer.balance, settled: customer.balance, charge: 0n },
    },
    { ...story, causationId: story.correlationId },
  );
  await deps.reserveAccount(user);
}
