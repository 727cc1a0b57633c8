import { beforeEach, describe, expect, it } from '@jest/globals';
import type { User } from '../../customers/user.state.js';
import { ReserveMissingAccount, ReserveMissingAccountHandler } from './reserve-missing-account.handler.js';

const ADA: User = {
  userId: 'ada',
  role: 'user',
  tier: 'regular',
  emailVerified: true,
  credentialEpoch: 0,
  firstName: 'Ada',
  lastName: 'Obi',
  email: 'ada@x.test',
  phone: '08031234567',
  passwordHash: '',
  reservedAccounts: [],
};
const ACCOUNT = { bankCode: '035', bankName: 'Wema', accountNumber: '0123456789', accountName: 'Ada' };
const RESERVED = { provider: 'monnify', accountReference: 'NL-ada', bankAccounts: [ACCOUNT] };

describe('a customer who opens their page', () => {
  let reserved: string[];
  let people: Record<string, User>;
  let handler: ReserveMissingAccountHandler;
  const look = (userId = 'ada'): Promise<void> => handler.execute(new ReserveMissingAccount(userId));

  beforeEach(() => {
    reserved = [];
    people = { ada: ADA, bola: { ...ADA, userId: 'bola' } };
    handler = new ReserveMissingAccountHandler(
      { byId: async (userId) => people[userId] },
      {
        lacking: ({ reservedAccounts }) =>
          ['monnify', 'paystack'].filter(
            (code) => !reservedAccounts.some((one) => one.provider === code && one.bankAccounts.length > 0),
          ),
        reserveAccount: ({ userId }) => {
          reserved.push(userId);
          return new Promise(() => undefined);
        },
      },
    );
  });

  it('gets a missing account number, requested once and without waiting', async () => {
    await Promise.all([look(), look()]);
    await look();
    expect(reserved).toEqual(['ada']);
    await look('bola');
    expect(reserved).toEqual(['ada', 'bola']);
  });

  it('gets none before the email is verified, and one right after', async () => {
    people['ada'] = { ...ADA, emailVerified: false };
    await look();
    expect(reserved).toEqual([]);
    people['ada'] = ADA;
    await look();
    expect(reserved).toEqual(['ada']);
  });

  it('gets the number of an account that moved in with its reference alone', async () => {
    people['ada'] = { ...ADA, reservedAccounts: [{ ...RESERVED, bankAccounts: [] }] };
    await look();
    expect(reserved).toEqual(['ada']);
  });

  it('gets the number of a second provider', async () => {
    people['ada'] = { ...ADA, reservedAccounts: [RESERVED] };
    await look();
    expect(reserved).toEqual(['ada']);
  });

  it('gets no second one at a provider, and a deleted user gets none', async () => {
    const reservedAccounts = [RESERVED, { ...RESERVED, provider: 'paystack' }];
    people = { ada: { ...ADA, reservedAccounts } };
    await look();
    await look('gone');
    expect(reserved).toEqual([]);
  });
});
