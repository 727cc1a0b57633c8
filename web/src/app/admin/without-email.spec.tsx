import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import answers from '../testing/administrator-answers.json' with { type: 'json' };
import { lastSent, type Answers } from '../testing/fake-server.js';
import { fill, openPage, press, says, sheet } from '../testing/render-page.js';

const PHONE = '08039999999';
const [listed] = answers.users.user_info;
const MOVED = { ...listed!, first_name: 'Moved', last_name: 'In', email: '', phone_number: PHONE };

it('links to a customer without an email by the phone, and changes the name without sending the email', async () => {
  const users = { ...answers.users, user_info: [MOVED] };
  const updateUser = { status: true, message: 'The user was updated.', waiting: false };
  await openPage('/user-center', {
    as: 'administrator',
    answers: { users, updateUser } as unknown as Answers,
  });
  await screen.findByRole('link', { name: PHONE });
  await press('Edit Moved In');
  await fill({ 'First name': 'Ada' }, await sheet());
  await press('Update user', await sheet());
  await says('The user was updated.');
  const sent = lastSent('updateUser') as { readonly loaded: object };
  expect(sent).toMatchObject({ first_name: 'Ada', loaded: { email: '' } });
  expect(sent).not.toHaveProperty('email');
});

it('finds a customer without an email at the money desk by the phone', async () => {
  const moneyDeskCustomer = {
    status: true,
    user_id: MOVED.id,
    name: 'Moved In',
    email: '',
    phone_number: PHONE,
    balance: 1_500,
    held: 0,
  };
  await openPage('/money-desk', {
    as: 'administrator',
    answers: { moneyDeskCustomer } as unknown as Answers,
  });
  await fill({ 'Email or phone of the customer': PHONE });
  await press('Find');
  await says(`Moved In${PHONE}`);
  await press('Load again');
  await screen.findByText(PHONE);
  expect(lastSent('moneyDeskCustomer')).toEqual({ email: PHONE });
});
