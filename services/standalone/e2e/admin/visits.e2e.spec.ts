import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { eventually, send, signIn, type SignedIn } from '../../testing/callers.js';
import { newAdministrator, newAuditor, newCustomer } from '../../testing/people.js';
import { type SharedProduct, takeProduct } from '../../testing/shared-product.js';

interface Row {
  readonly type: string;
  readonly [field: string]: unknown;
}
type Person = SignedIn & { readonly email: string; readonly password: string };

/** Checks that sign-ins and views of personal data appear in the activity log. */
describe('sign-ins and views of administrators and auditors', () => {
  let product: SharedProduct;
  let owner: Person;
  let auditor: Person;
  let customer: { readonly email: string };

  beforeAll(async () => {
    product = await takeProduct();
    const entered = async (person: {
      readonly email: string;
      readonly password: string;
    }): Promise<Person> => ({
      ...person,
      ...(await signIn(product.url, person.email, person.password, 'admin')),
    });
    owner = await entered(await newAdministrator(product, 'Bola', 'owner'));
    auditor = await entered(await newAuditor(product, 'Efe'));
    customer = await newCustomer(product, { naira: 0 });
  });
  afterAll(() => product?.giveBack());

  const post = (path: string, body: unknown = {}, { headers } = owner) =>
    send(product.url + path, 'POST', body, { 'user-agent': 'Desk/1.0', ...headers });
  const idOf = async ({ email }: Person): Promise<string> =>
    ((await post('/api/admin-administrators/', { search: email })).body['administrators'] as Row[])[0]![
      'id'
    ] as string;
  const visitsOf = async (person: Person, by = owner): Promise<Row[]> => {
    const question = { area: 'visits', administrator: await idOf(person) };
    return (await post('/api/admin-activity/', question, by)).body['activity'] as Row[];
  };
  const ofType = (rows: readonly Row[], type: string): Row[] => rows.filter((row) => row.type === type);

  it('show a sign-in at once, with its origin for owners and without it for auditors', async () => {
    expect((await visitsOf(owner)).at(-1)).toMatchObject({
      type: 'AdministratorSignedIn',
      what: 'Signed in',
      administrator: 'Bola Staff',
      subject: 'Bola Staff',
      address: '127.0.0.1',
    });
    expect((await visitsOf(owner, auditor)).at(-1)).toMatchObject({
      type: 'AdministratorSignedIn',
      address: '127.0.*.*',
      device: '',
    });
  });

  it('show many refused sign-ins of an account as one event without what was typed', async () => {
    const typed = `secret-${randomUUID()}`;
    for (let tries = 0; tries < 3; tries += 1) {
      const body = { username: auditor.email, password: typed };
      expect((await send(`${product.url}/api/admin-login/`, 'POST', body)).status).toBe(401);
    }
    const body = { username: auditor.email, password: typed };
    expect((await send(`${product.url}/api/admin-login-begin/`, 'POST', body)).status).toBe(401);
    const refused = await eventually(
      async () => ofType(await visitsOf(auditor), 'SignInsRefused'),
      (rows) => rows.length > 0,
    );
    expect(refused).toMatchObject([
      { what: 'Could not sign in', changes: [{ field: 'Tries', after: '1' }], address: '127.0.0.1' },
    ]);
    expect(JSON.stringify(refused)).not.toContain(typed);
  });

  it('show views of customers once an hour, with the viewer and the customer', async () => {
    const [{ id }] = (await post('/api/user-management/', { search: customer.email })).body['user_info'] as [
      { readonly id: string },
    ];
    for (let views = 0; views < 3; views += 1) {
      expect((await post('/api/admin-user/', { id })).status).toBe(200);
      await post('/api/user-management/');
    }
    const viewed = await eventually(
      async () => ofType(await visitsOf(owner, auditor), 'PersonalDataViewed'),
      (rows) => rows.some(({ subject_id }) => subject_id === id),
    );
    expect(viewed.filter(({ subject_id }) => subject_id === id)).toMatchObject([
      { what: 'Looked at personal data', area: 'visits', changes: [] },
    ]);
    expect(viewed.filter(({ subject }) => subject === 'Customers')).toHaveLength(1);
  });

  it('show exports', async () => {
    const { headers } = auditor;
    const file = await fetch(`${product.url}/api/admin-export/fundings.csv`, { headers });
    expect([file.status, (await file.text()).length]).toEqual([200, expect.any(Number)]);
    const exported = await eventually(
      async () => ofType(await visitsOf(auditor), 'PersonalDataExported'),
      (rows) => rows.length > 0,
    );
    expect(exported).toMatchObject([{ what: 'Exported personal data', subject: 'Payments', changes: [] }]);
  });
});
