import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { seed, type SeededUser } from '../../../infra/testing/product.js';
import { takeProduct, type SharedProduct } from '../testing/shared-product.js';

/** Number of concurrent requests. */
const TIMES = 50;
let product: SharedProduct;

beforeAll(async () => void (product = await takeProduct()));

afterAll(() => product?.giveBack());

async function buyer(naira: number): Promise<SeededUser> {
  const [user] = await seed(product.folder, 1, naira);
  return user!;
}

async function buy(
  user: SeededUser,
  key: string,
  phone: string,
  amount = 100,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${product.url}/api/buycard/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${user.apiToken}`,
      'idempotency-key': key,
    },
    body: JSON.stringify({ amount, network: 1, phone, transaction_pin: user.pin }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const phone = (n: number): string => `0803${String(n).padStart(6, '0')}7`;

it('sells the last ₦100 exactly once', async () => {
  const user = await buyer(100);
  const answers = await Promise.all(
    Array.from({ length: TIMES }, (_, n) => buy(user, `last-${n}`, phone(n))),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 402)).toHaveLength(TIMES - 1);
});

it('answers one key fifty times with one purchase, and refuses it for another one', async () => {
  const user = await buyer(10_000);
  const answers = await Promise.all(Array.from({ length: TIMES }, () => buy(user, 'same', phone(1))));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const other = await buy(user, 'same', phone(1), 200);
  expect(other.status).toBe(409);
  expect(other.body['code']).toBe('IDEMPOTENCY_CONFLICT');
});
