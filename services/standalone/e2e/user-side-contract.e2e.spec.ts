import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { USER_SIDE_CALLS } from '../../../web/e2e/user-side-rows.js';
import { CALLS } from '../../contracts/calls.js';
import { send, signIn } from '../testing/callers.js';
import type { SignedIn } from '../testing/callers.js';
import { CUSTOMER_PASSWORD, EMAIL, PASSWORD, type ContractRow } from '../testing/contract-row.js';
import { JOINING, LEAVING } from '../testing/contract-rows.customers.js';
import { BUYING } from '../testing/contract-rows.products.js';
import { newestCode } from '../testing/outbox.js';
import { newCustomer, type NewCustomer } from '../testing/people.js';
import { takeProduct, type SharedProduct } from '../testing/shared-product.js';

const ROWS = [...JOINING, ...BUYING, ...LEAVING];
/** Calls that end their session, so that the next call needs a new one. */
const ENDS_SESSION = /pin|password|logout/;

let product: SharedProduct;
let ada: NewCustomer;
let known: SignedIn;
let stranger: SignedIn;
let password: string;

const code = () => newestCode(product.sandboxUrl, EMAIL);
const ask = (path: string, body: unknown) => send(product.url + path, 'POST', body, known.headers);
const firstId = async (path: string, body: unknown, list: string): Promise<unknown> =>
  ((await ask(path, body)).body[list] as { id: unknown }[])[0]!.id;
const dataPlan = () => firstId('/api/get_data_plan/', { datanetwork: 1, selectedPlanType: 1 }, 'data_plans');
const cablePlan = () => firstId('/api/get_cable_plans/', { cablenetwork: 1 }, 'cable_plans');
const world = { ask, code, dataPlan, cablePlan };

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;

async function callerOf({ by }: ContractRow): Promise<Readonly<Record<string, string>>> {
  if (by === 'anybody') return {};
  if (by === 'customer') return (known = await signIn(product.url, ada.email, password)).headers;
  return (await signIn(product.url, EMAIL, PASSWORD)).headers;
}

beforeAll(async () => {
  product = await takeProduct();
  ada = await newCustomer(product, { password: CUSTOMER_PASSWORD });
  ({ password } = ada);
  const other = await newCustomer(product, { naira: 0 });
  stranger = await signIn(product.url, other.email, other.password);
});

afterAll(() => product?.giveBack());

describe('the calls of a customer', () => {
  it.each(ROWS)('$call', async (row) => {
    const path = row.call.slice('[call:'.length, -1);
    const declared = Object.values(CALLS).find((call) => call.path === path);
    expect(declared?.method).toBe('POST');
    const headers = await callerOf(row);
    const body = typeof row.body === 'function' ? await row.body(world) : row.body;
    const post = (sent: unknown, address = path, by = headers) =>
      send(product.url + address, 'POST', sent, by);

    if (row.by !== 'anybody') {
      expect(await post(body, path, {})).toMatchObject({ status: 401, body: { status: false } });
      if (row.token) {
        const foreign = { ...body, [row.token]: stranger.accessToken };
        expect((await post(foreign)).status).toBe(401);
      }
    }
    for (const field of row.required) {
      const { [field]: _left, ...rest } = body as Record<string, unknown>;
      expect(await post(rest)).toMatchObject({ status: 422, body: { field } });
    }
    const answer = await post({ ...body, unheard_of: { a: [1] } }, path.slice(0, -1));
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({ status: expect.anything() }),
    ]);
    const told = Object.fromEntries(
      Object.keys(row.reads).map((field) => [field, kindOf(answer.body[field])]),
    );
    expect(told).toEqual(row.reads);
    if (ENDS_SESSION.test(path) && row.by === 'customer') {
      const next =
        (body as Record<string, unknown>)['password1'] ?? (body as Record<string, unknown>)['new_password'];
      if (typeof next === 'string') password = next;
    }
  });

  it('reveal nothing about other people', async () => {
    known = await signIn(product.url, ada.email, password);
    const mine = (await ask('/api/user_transactions/', {})).body['all_user_transaction'] as Record<
      string,
      unknown
    >[];
    expect(mine.length).toBeGreaterThan(5);
    const foreign = await send(`${product.url}/api/user_transactions/`, 'POST', {}, stranger.headers);
    expect(foreign.body['all_user_transaction']).toEqual([]);
    for (const { api_transaction_reference: reference } of mine) {
      const read = (path: string) => send(product.url + path, 'POST', { reference }, stranger.headers);
      expect((await read('/api/transaction/')).status).toBe(404);
      expect((await read('/api/check_status/')).status).toBe(404);
      const receipt = `${product.url}/api/receipt/${String(reference)}.pdf`;
      expect((await send(receipt, 'GET', undefined, stranger.headers)).status).toBe(404);
    }
  });

  it('are all covered by the table', () => {
    expect(ROWS.map(({ call }) => call).sort()).toEqual(
      USER_SIDE_CALLS.map((path) => `[call:${path}]`).sort(),
    );
  });
});
