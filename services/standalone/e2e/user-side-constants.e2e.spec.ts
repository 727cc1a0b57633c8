import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { send, signIn } from '../testing/callers.js';
import type { SignedIn } from '../testing/callers.js';
import { newCustomer } from '../testing/people.js';
import { takeProduct, type SharedProduct } from '../testing/shared-product.js';

/** Business constants of a product with default settings. */
let product: SharedProduct;
let customer: SignedIn;
const ask = async (path: string, body: unknown) =>
  (await send(product.url + path, 'POST', body, customer.headers)).body;

beforeAll(async () => {
  product = await takeProduct();
  const { email, password } = await newCustomer(product);
  customer = await signIn(product.url, email, password);
});

afterAll(() => product?.giveBack());

it('[const:upgrade-fee]', async () =>
  expect(await ask('/api/upgrade-quote/', {})).toMatchObject({ fee: 2000, tier: 'regular' }));

it('[const:discount] of 1 % where the vendor leaves that much', async () => {
  expect(await ask('/api/airtime_quote/', { network: 1, amount: 1000 })).toMatchObject({
    price: 990,
    discount: 10,
  });
  const { services } = (await ask('/api/catalogue/', {})) as {
    services: { service: string; discount_percent: number }[];
  };
  const told = Object.fromEntries(
    services.map(({ service, discount_percent }) => [service, discount_percent]),
  );
  expect(told).toMatchObject({ airtime: 1, data: 1, cable: 1, exams: 1 });
});

it('[const:manual-funding-charge] and the charge on transfers are 0 by default', async () => {
  const { user_data } = (await ask('/api/user_data/', {})) as { user_data: Record<string, unknown> };
  expect(user_data).toMatchObject({ monify_charges: 0, other_bank_charges: 0 });
});

it('[const:bet-limits]', async () => {
  const bet = { betPlatform: 'BET9JA', clientId: '1234567', transaction_pin: '4826' };
  await ask('/services/validate-bet-customer/', bet);
  for (const [amount, code] of [
    ['99.99', 'AMOUNT_BELOW_MIN'],
    ['10000.01', 'AMOUNT_ABOVE_MAX'],
  ])
    expect(await ask('/services/bet-funding/', { ...bet, amount })).toMatchObject({ status: false, code });
  expect(await ask('/services/bet-funding/', { ...bet, amount: '100' })).toMatchObject({ status: true });
  expect(await ask('/services/bet-platforms/', {})).toMatchObject({ minimum: 100, maximum: 10_000 });
});
