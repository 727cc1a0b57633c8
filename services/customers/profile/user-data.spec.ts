import { describe, expect, it } from '@jest/globals';
import { UserData } from '../../contracts/customers.contract.js';
import { userData } from './user-data.js';
import type { User } from '../user.state.js';

const NEWCOMER: User = {
  userId: 'u1',
  role: 'user',
  tier: 'regular',
  emailVerified: false,
  reservedAccounts: [],
  credentialEpoch: 0,
  firstName: 'Ada',
  lastName: 'Obi',
  email: 'ada@x.test',
  phone: '08031234567',
  passwordHash: 'secret-hash',
};
const account = (bankName: string) => ({
  bankCode: '1',
  bankName,
  accountNumber: `number-${bankName}`,
  accountName: 'Ada',
});

describe('user_data', () => {
  it('of a new customer has every field of the contract, empty without a value', () => {
    const data = userData(
      NEWCOMER,
      undefined,
      {
        charge: '0',
        bank: '',
        accountName: '',
        accountNumber: '',
      },
      { providers: ['monnify'], asksIdentity: false },
      0,
    );
    expect(UserData.parse(data)).toEqual(data);
    expect(data).toMatchObject({
      user_wallet: 0,
      reseller: 0,
      api_token: '',
      account_number: '',
      monify_charges: 0,
      is_email_verify: false,
      is_transaction_pin_set: false,
    });
  });

  it('of an affiliate shows both banks, the charges and the manual funding account', () => {
    const user: User = {
      ...NEWCOMER,
      tier: 'affiliate',
      emailVerified: true,
      pinMac: 'secret-mac',
      apiTokenDigest: 'secret-digest',
      apiTokenLastFour: 'wXyZ',
      reservedAccounts: [
        { provider: 'monnify', accountReference: 'r', bankAccounts: [account('One'), account('Two')] },
      ],
    };
    const shown = { charge: '5050', bank: 'Third', accountName: 'Us', accountNumber: '0123456789' };
    const data = userData(
      user,
      { available: 1n, lastTopUp: 99_999n, totalTransaction: 7n },
      shown,
      { providers: ['monnify'], asksIdentity: false },
      0,
    );
    expect(UserData.parse(data)).toEqual(data);
    expect(data).toMatchObject({
      user_wallet: 0.01,
      lastTopUp: 999.99,
      totalTransaction: 7,
      reseller: 1,
      api_token: 'nl_...wXyZ',
      bank_name: 'One',
      account_number: 'number-One',
      other_bank_name_1: 'Two',
      monify_charges: 50.5,
      other_bank_charges: 50.5,
      manual_funding_bank_name: 'Third',
      manual_funding_account_number: '0123456789',
    });
    expect(JSON.stringify(data)).not.toContain('secret');
  });

  it('shows an account of each provider that is on, and none of another', () => {
    const at = (provider: string, ...banks: readonly string[]) => ({
      provider,
      accountReference: 'r',
      bankAccounts: banks.map(account),
    });
    const user = { ...NEWCOMER, reservedAccounts: [at('paystack', 'Wema'), at('monnify', 'One', 'Two')] };
    const shown = { charge: '0', bank: '', accountName: '', accountNumber: '' };
    const banksWith = (...providers: readonly string[]) =>
      userData(user, undefined, shown, { providers, asksIdentity: false }, 0).funding_accounts.map(
        ({ bank_name }) => bank_name,
      );
    expect(banksWith('monnify', 'paystack')).toEqual(['One', 'Two', 'Wema']);
    expect(banksWith('paystack')).toEqual(['Wema']);
    expect(
      userData(user, undefined, shown, { providers: ['paystack'], asksIdentity: false }, 0),
    ).toMatchObject({
      bank_name: 'Wema',
      account_number: 'number-Wema',
    });
  });

  it.each([
    [false, []],
    [false, ['monnify']],
    [true, ['monnify', 'paystack']],
  ])('says %p of an account number that a provider has yet to give', (pending, providers) => {
    const at = { provider: 'monnify', accountReference: 'r', bankAccounts: [account('One')] };
    const user = { ...NEWCOMER, reservedAccounts: [at] };
    const shown = { charge: '0', bank: '', accountName: '', accountNumber: '' };
    const data = userData(user, undefined, shown, { providers, asksIdentity: false }, 0);
    expect(data.account_pending).toBe(pending);
  });

  it.each([
    ['', false, undefined, ['monnify']],
    ['needed', true, undefined, ['monnify']],
    ['needed', true, 'mac', []],
    ['needed', true, 'mac', ['monnify', 'paystack']],
    ['given', true, 'mac', ['monnify']],
  ] as const)('says %p of a BVN or NIN', (said, asksIdentity, accountIdentity, providers) => {
    const reservedAccounts =
      providers.length === 0
        ? []
        : [{ provider: 'monnify', accountReference: 'r', bankAccounts: [account('One')] }];
    const user = { ...NEWCOMER, reservedAccounts, ...(accountIdentity && { accountIdentity }) };
    const shown = { charge: '0', bank: '', accountName: '', accountNumber: '' };
    const on = { providers: providers.length === 0 ? ['monnify'] : providers, asksIdentity };
    expect(userData(user, undefined, shown, on, 0).account_identity).toBe(said);
  });
});
