import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { systemContext } from '../../../infra/event-store/event-context.js';
import type { BankAccount } from '../../contracts/funding.contract.js';
import { CreateUser } from '../../customers/registration/create-user.handler.js';
import { ADA, openPeople, type People } from '../../customers/testing/people.js';
import type { AccountRequest, PaymentProvider } from '../../vendors/payment-provider.js';
import { reserveAccount } from './reserve-account.js';

const ACCOUNT = { bankCode: '035', bankName: 'Wema', accountNumber: '0123456789', accountName: 'Ada' };
let people: People;
beforeAll(async () => void (people = await openPeople()));
afterAll(() => people.remove());

it('asks the provider by the reference that a customer brought from an older system, until it knows the numbers', async () => {
  const { users, vault, store } = people;
  const { userId } = await people.register.execute(new CreateUser(ADA, systemContext()));
  const moved = { userId, provider: 'monnify', accountReference: 'OLD-1' };
  const sealed = vault.seal(userId, { accounts: [] });
  await users.handle(
    userId,
    { type: 'KeepReservedAccount', reserved: { ...moved, sealed } },
    systemContext(),
  );
  const asked: string[] = [];
  const answers: BankAccount[][] = [[], [ACCOUNT]];
  const provider = {
    code: 'monnify',
    reserveAccount: async ({ accountReference = '' }: AccountRequest) => {
      asked.push(accountReference);
      return { accountReference, bankAccounts: answers.shift()! };
    },
  } as unknown as PaymentProvider;
  for (let times = 0; times < 3; times += 1)
    await reserveAccount((await users.current(userId))!, { eventStore: store, vault, users, provider });
  expect(asked).toEqual(['OLD-1', 'OLD-1']);
  expect((await users.current(userId))?.reservedAccounts).toEqual([
    { provider: 'monnify', accountReference: 'OLD-1', bankAccounts: [ACCOUNT] },
  ]);
});
