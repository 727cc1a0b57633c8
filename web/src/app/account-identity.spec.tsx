import { expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import customerAnswers from './testing/customer-answers.json' with { type: 'json' };
import { type Answers, callsOf, lastSent } from './testing/fake-server.js';
import { field, fill, openPage, pick, press, says, words } from './testing/render-page.js';

const asked = (account_identity: string, accounts: readonly object[]) =>
  ({
    ...customerAnswers.userData,
    user_data: { ...customerAnswers.userData.user_data, funding_accounts: accounts, account_identity },
  }) as unknown as Answers['userData'];

it('asks a customer without an account for the BVN or NIN, and sends its digits', async () => {
  await openPage('/topup', {
    answers: { userData: asked('needed', []), openAccount: { message: 'Your account is ready.' } },
  });
  await says('Get your own account number');
  expect(words()).not.toContain('Your account number is on its way');
  await pick('NIN');
  expect((await field('Your NIN')).maxLength).toBe(-1);
  await fill({ 'Your NIN': '2220-0000' });
  await press('Get my account number');
  await says('A BVN or NIN has eleven digits.');
  expect(callsOf('openAccount')).toEqual([]);
  await fill({ 'Your NIN': '222 0000 0001' });
  await press('Get my account number');
  await waitFor(() =>
    expect(lastSent('openAccount')).toEqual({ identity_kind: 'nin', identity_number: '22200000001' }),
  );
  await says('Your account is ready.');
  expect((await field('Your NIN')).value).toBe('');
});

it('shows the refusal of the bank at the number', async () => {
  const refusal = {
    refused: 422,
    code: 'ACCOUNT_REFUSED',
    message: 'The bank did not accept this number. Check it and try again.',
    field: 'identity_number',
  } as const;
  await openPage('/topup', { answers: { userData: asked('needed', []), openAccount: refusal } });
  await fill({ 'Your BVN': '22200000404' });
  await press('Get my account number');
  await says('The bank did not accept this number. Check it and try again.');
});

it('asks a customer with an account too, beside the account', async () => {
  const { funding_accounts: accounts } = customerAnswers.userData.user_data;
  await openPage('/topup', { answers: { userData: asked('needed', accounts) } });
  await says('Your bank needs one more thing');
  expect(words()).toContain(accounts[0]!.account_number);
});

it('asks no customer whose number the bank has', async () => {
  const { funding_accounts: accounts } = customerAnswers.userData.user_data;
  await openPage('/topup', { answers: { userData: asked('given', accounts) } });
  await says(accounts[0]!.account_number);
  expect(words()).not.toContain('NIN');
});

it.each(['/topup', '/userfunding', '/home'])(
  '%s promises no account number while nothing takes transfers',
  async (path) => {
    const { userData } = customerAnswers;
    const answer = {
      ...userData,
      user_data: {
        ...userData.user_data,
        funding_accounts: [],
        manual_funding_account_number: '',
        account_identity: '',
        account_pending: false,
      },
    } as unknown as Answers['userData'];
    await openPage(path, { answers: { userData: answer } });
    await says('No account to pay into yet');
    expect(words()).not.toMatch(/on its way|asking the bank|Copy an account number|Transfer to one of these/);
  },
);
