import { expect, it } from '@jest/globals';
import { ADA } from '../../customers/testing/given-user.js';
import { CustomersShown } from './customers-shown.js';

const EMPTY = { ...ADA, userId: 'moved', email: '' };
const people = new Map([ADA, EMPTY].map((user) => [user.userId, user]));
const shown = new CustomersShown({} as never, { byIds: async () => people } as never, {} as never);

it.each([
  [true, 'ada@example.test', '08030000000'],
  [false, 'a***@e***.test', '0803***0000'],
])('names a customer without an email by the phone (unmasked: %s)', async (unmasked, email, phone) => {
  const emails = await shown.emailsOf(['ada', 'moved', 'erased'], unmasked);
  expect(['ada', 'moved', 'erased'].map((id) => emails.get(id))).toEqual([email, phone, undefined]);
});
