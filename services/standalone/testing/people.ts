import { randomBytes } from 'node:crypto';
import type { Permission } from '../../contracts/admin/administrators.contract.js';
import { addressOf, CALLS } from '../../contracts/calls.js';
import { accountNumberOf, eventually, send, signIn } from './callers.js';
import { hireAdministrator } from './hire-administrator.js';
import { newestCode } from './outbox.js';
import type { SharedProduct } from './shared-product.js';
import { Visitor } from './visitor.js';

/** Unique address: `<name>-<random>@suite.test`. */
export const ownEmail = (name: string): string =>
  `${name.toLowerCase()}-${randomBytes(4).toString('hex')}@suite.test`;

export interface NewCustomer {
  readonly email: string;
  readonly password: string;
  readonly pin: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
}

/** Like the demonstration customer, with ₦50,000. */
const ADA = {
  password: 'Demo-pass-1',
  pin: '4826',
  firstName: 'Ada',
  lastName: 'Customer',
  phone: '08031230001',
  naira: 50_000,
};

/** Registers a customer, verifies the email, sets the PIN and pays in, all over HTTP. */
export async function newCustomer(
  product: Pick<SharedProduct, 'url' | 'sandboxUrl'>,
  given: Partial<NewCustomer> & { readonly naira?: number } = {},
): Promise<NewCustomer> {
  const { naira, ...person } = { ...ADA, email: ownEmail('ada'), ...given };
  const visitor = new Visitor(product.url);
  const post = async (path: string, body: object): Promise<void> => {
    const { status, body: answer } = await visitor.post(path, body);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(answer)}`);
  };
  const { email, password, pin } = person;
  await post('/api/user_registration/', {
    email,
    fname: person.firstName,
    lname: person.lastName,
    phone_number: person.phone,
    password1: password,
    password2: password,
  });
  await post('/api/user_login/', { email, password });
  await post('/api/verify_email/', { otp_code: await newestCode(product.sandboxUrl, email) });
  await post('/api/set-transaction-pin/', { transaction_pin: pin });
  if (naira === 0) return person;
  const userData = async () =>
    (await visitor.post('/api/user_data/')).body['user_data'] as Record<string, unknown>;
  const accountNumber = await accountNumberOf(userData);
  await send(`${product.sandboxUrl}/transfers`, 'POST', { accountNumber, amount: naira });
  await eventually(userData, (user) => Number(user['user_wallet']) > 0);
  return person;
}

export interface NewAdministrator {
  readonly email: string;
  readonly password: string;
}

/** Creates an administrator for this suite. */
export async function newAdministrator(
  product: Pick<SharedProduct, 'folder'>,
  name: string,
  permission: Permission,
): Promise<NewAdministrator> {
  const person = { email: ownEmail(name), password: 'Long-pass-word-1' };
  await hireAdministrator(product.folder, { ...person, firstName: name, lastName: 'Staff', permission });
  return person;
}

/** Creates an auditor for this suite: an administrator whose role an owner changes. */
export async function newAuditor(
  product: Pick<SharedProduct, 'url' | 'folder'>,
  name: string,
): Promise<NewAdministrator> {
  const person = await newAdministrator(product, name, 'support');
  const owner = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  const post = (path: string, body: object) => send(product.url + path, 'POST', body, owner.headers);
  const id = await eventually(
    async () => {
      const { body } = await post(CALLS.administrators.path, { search: person.email });
      return (body['administrators'] as { readonly id: string }[])[0]?.id ?? '';
    },
    (found) => found !== '',
  );
  const access = { role: 'auditor', permissions: [] };
  const { status } = await post(addressOf(CALLS.changeAccess, id), access);
  if (status !== 200) throw new Error(`the access of an auditor: ${status}`);
  return person;
}
