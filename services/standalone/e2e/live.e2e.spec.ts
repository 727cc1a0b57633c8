import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seed } from '../../../infra/testing/product.js';
import { buyAirtime, eventually, listedWith, send, signIn, untilQuiet } from '../testing/callers.js';
import type { SignedIn } from '../testing/callers.js';
import { watchLive } from '../testing/live-watch.js';
import { newCustomer } from '../testing/people.js';
import { takeProduct, type SharedProduct } from '../testing/shared-product.js';

/** Live updates of a browser about its own purchases, and the lists it then requests. */
let product: SharedProduct;
let customer: SignedIn;
/** Signs the same customer in again. */
let enter: () => Promise<SignedIn>;

beforeAll(async () => {
  product = await takeProduct();
  const { email, password } = await newCustomer(product);
  enter = () => signIn(product.url, email, password);
  customer = await enter();
});

afterAll(() => product?.giveBack());

const watch = (signedIn: SignedIn, lastEventId?: number | string) =>
  watchLive(product.url, signedIn, lastEventId);

let bought = 0;
async function buy(buyer = customer): Promise<string> {
  const phone = `080350${String(++bought).padStart(5, '0')}`;
  const order = { amount: 50, network: 1, phone, transaction_pin: '4826' };
  const { status, body } = await send(`${product.url}/api/buycard/`, 'POST', order, buyer.headers);
  expect(status).toBe(200);
  return String(body['reference']);
}

/** Buys, and waits until the purchase is delivered, captured and listed, so that nothing follows. */
async function buyAndSettle(): Promise<void> {
  const reference = await buy();
  await eventually(
    () => statusOf(reference),
    (status) => status === 'Successful',
  );
  await untilQuiet(product.url);
}

const statusOf = async (reference: string): Promise<string> =>
  (
    (await send(`${product.url}/api/transaction/`, 'POST', { reference }, customer.headers)).body[
      'transaction'
    ] as { transaction_status: string }
  ).transaction_status;

describe('a browser that watches', () => {
  it('hears of a purchase and its end, and finds both in the next lists', async () => {
    const live = await watch(customer);
    expect(live.status).toBe(200);
    await live.until((told) => told.length > 0);
    expect(live.told[0]!.event).toBe('heartbeat');
    const reference = await buy();
    await live.until((told) => told.some(({ event }) => event === 'change'));
    const change = live.named('change')[0]!;
    expect(change.message.lists.length).toBeGreaterThan(0);
    expect(change.id).toBe(change.message.position);
    await eventually(
      () => statusOf(reference),
      (status) => status === 'Successful',
    );
    // A slow projector may report start and end together, so buy again to get a second message.
    await buy();
    await live.until(() => live.named('change').length > 1);
    const ids = live.told.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((left, right) => left - right));
    await live.close();
  });

  it('hears once about changes during its absence', async () => {
    const first = await watch(customer);
    await first.until((told) => told.length > 0);
    const seen = first.told.at(-1)!.id;
    await first.close();
    await buyAndSettle();
    const second = await watch(customer, seen);
    await second.until(() => second.named('change').length > 0);
    const [missed] = second.named('change');
    expect(missed!.id).toBeGreaterThan(seen);
    expect(missed!.message.lists).toEqual(expect.arrayContaining(['history', 'wallet']));
    await second.close();
    const third = await watch(customer, missed!.id);
    await third.until((told) => told.length > 0);
    expect(third.named('change')).toEqual([]);
    expect(third.named('reset')).toEqual([]);
    await third.close();
  });

  it.each([['of no position', 'x'] as const, ['from the future', 10 ** 9] as const])(
    'reloads everything when its last event id is %s',
    async (_what, lastEventId) => {
      const live = await watch(customer, lastEventId);
      await live.until(() => live.named('reset').length > 0);
      await live.close();
    },
  );

  it('hears nothing about other customers', async () => {
    const { email, password } = await newCustomer(product, { naira: 1_000 });
    const other = await signIn(product.url, email, password);
    // A slow projector may still have to report the customer's own funding.
    await untilQuiet(product.url);
    const live = await watch(other);
    await buyAndSettle();
    const settled = Number((await send(`${product.url}/readyz`, 'GET')).body['position']);
    // Changes arrive in log order, so the own purchase comes after those of the others.
    await buy(other);
    await live.until(() => live.named('change').some(({ id }) => id > settled));
    expect(live.named('change').filter(({ id }) => id <= settled)).toEqual([]);
    await live.close();
  });

  it('gets an end event on logout, and cannot listen without a session', async () => {
    const other = await enter();
    const live = await watch(other);
    await live.until((told) => told.length > 0);
    expect((await send(`${product.url}/api/logout/`, 'POST', {}, other.headers)).status).toBe(200);
    await eventually(() => Promise.resolve(live.ended()), Boolean);
    expect(live.told.at(-1)!.event).toBe('end');
    const again = await watch(other);
    expect(again.status).toBe(401);
    await again.close();
  });
});

it('shows a new purchase at once in every list', async () => {
  const [BUYERS, TIMES] = [10, 10];
  const users = await seed(product.folder, BUYERS, 5_000);
  await Promise.all(
    users.map(async (user) => {
      for (let n = 0; n < TIMES; n++) {
        const boughtAt = performance.now();
        const { body } = await buyAirtime(product.url, user, `0806${String(n).padStart(6, '0')}7`);
        const references = (await listedWith(product.url, user, body['reference'], boughtAt)).map(
          ({ api_transaction_reference }) => api_transaction_reference,
        );
        expect(references[0]).toBe(body['reference']);
        expect(references).toHaveLength(n + 1);
      }
    }),
  );
});
