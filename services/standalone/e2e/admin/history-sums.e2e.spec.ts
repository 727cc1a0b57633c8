import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { seed, type SeededUser } from '../../../../infra/testing/product.js';
import { lagosDateOf } from '../../../contracts/fields/lagos-day.js';
import { buyAirtime, eventually, send, signIn, untilQuiet } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';
import { ownPhones } from '../../testing/own-phones.js';
import { type SharedProduct, takeProduct } from '../../testing/shared-product.js';

/** Totals of the lists over all customers, independent of the page shown. */
let product: SharedProduct;
let users: SeededUser[];
let owner: SignedIn;
let auditor: SignedIn;
/** Totals before the suite buys anything: overall, and per search. */
let before: Totals;
const foundBefore = new Map<SignedIn, ReadonlyMap<string, Totals>>();
const [PHONE, OTHER] = ownPhones(2) as [string, string];
/** A vendor of airtime. */
const SOURCE = 'Platinum';
/** Number and sum in naira of the purchases that a search text means. */
const MEANT = new Map<string, readonly [number, number]>([
  ...['1683', '1,683.00', '₦1683', '₦ 1,683.0'].map((text) => [text, [1, 1_683]] as const),
  ...[SOURCE, SOURCE.slice(1, 5).toUpperCase()].map((text) => [text, [2, 2_970]] as const),
]);
const SEARCHES = [...MEANT.keys(), '₦16,830', '1683.01', '₦168'];

beforeAll(async () => {
  product = await takeProduct();
  users = await seed(product.folder, 2, 5_000);
  owner = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
  await untilQuiet(product.url);
  before = await found(undefined);
  for (const by of [owner, auditor])
    foundBefore.set(
      by,
      new Map(await Promise.all(SEARCHES.map(async (text) => [text, await found(text, by)] as const))),
    );
  await buyAirtime(product.url, users[0]!, PHONE, { amount: 1_300 });
  await buyAirtime(product.url, users[1]!, OTHER, { amount: 1_700 });
  await eventually(
    () => ask('/api/admin-all-transaction/', { search: PHONE.slice(1, -1), status: 'Successful' }),
    (answer) => answer['total'] === 2,
  );
});

afterAll(() => product?.giveBack());

const ask = async (path: string, question: object, { headers }: SignedIn = owner) =>
  (await send(product.url + path, 'POST', question, headers)).body;
interface Totals {
  readonly total: number;
  readonly amount_total: number;
}
const found = async (search: string | undefined, by = owner): Promise<Totals> => {
  const lists = ['admin-all-transaction', 'custom_transaction_date'].map(async (list): Promise<Totals> => {
    const answer = await ask(`/api/${list}/`, { search, page: 1, page_size: 10 }, by);
    return { total: Number(answer['total']), amount_total: Number(answer['amount_total']) };
  });
  const [one, same] = (await Promise.all(lists)) as [Totals, Totals];
  expect(same).toEqual(one);
  return one;
};

it('comes with every page of purchases, without revealing people to auditors', async () => {
  for (const by of [owner, auditor]) {
    const page = await ask('/api/admin-all-transaction/', { page: 2, page_size: 1 }, by);
    expect(page['total']).toBe(before.total + 2);
    expect(page['amount_total']).toBeCloseTo(before.amount_total + 2_970, 2);
    const days = { toDate: lagosDateOf(Date.now()), page: 9, page_size: 1 };
    expect((await ask('/api/custom_transaction_date/', days, by))['amount_total']).toBe(page['amount_total']);
    expect((await ask('/api/bet-funding-history/', { search: PHONE }, by))['amount_total']).toBe(0);
  }
  const one = { search: PHONE.slice(4) };
  expect((await ask('/api/admin-all-transaction/', one))['amount_total']).toBe(1_287);
  expect((await ask('/api/admin-all-transaction/', one, auditor))['amount_total']).toBe(0);
});

it('comes with every page of payments', async () => {
  let all = 0;
  for (let page = 1, total = Infinity; (page - 1) * 1_000 < total; page += 1) {
    const answer = await ask('/api/admin-funding-details/', { page, page_size: 1_000 });
    total = Number(answer['total']);
    for (const row of answer['fundingHistory'] as { amount_funded: number }[]) all += row.amount_funded;
  }
  expect(all).toBeGreaterThan(0);
  const page = await ask('/api/admin-funding-details/', { page: 1, page_size: 1 }, auditor);
  expect(page['amount_total']).toBeCloseTo(all, 2);
});

it('covers searches by amount and source, and by email for staff who may see it', async () => {
  const [{ email }, { email: other }] = users as [SeededUser, SeededUser];
  const bought = await ask('/api/admin-all-transaction/', { search: PHONE.slice(1, -1) });
  expect(bought['transHistory']).toMatchObject([{ api_source: SOURCE }, { api_source: SOURCE }]);
  for (const by of [owner, auditor]) {
    for (const search of SEARCHES) {
      const { total, amount_total: amount } = await found(search, by);
      const { total: had, amount_total: hadAmount } = foundBefore.get(by)!.get(search)!;
      const [more, comesTo] = MEANT.get(search) ?? [0, 0];
      expect([search, total - had]).toEqual([search, more]);
      expect(amount - hadAmount).toBeCloseTo(comesTo, 2);
    }
    const fundings = await ask('/api/admin-funding-details/', { search: '5,000.00' }, by);
    expect(fundings['total']).toBeGreaterThanOrEqual(2);
  }
  const part = email.slice(0, email.indexOf('@') + 2);
  expect(other).not.toContain(part);
  for (const search of [part, email]) {
    expect(await found(search)).toEqual({ total: 1, amount_total: 1_287 });
    expect(await found(search, auditor)).toEqual({ total: 0, amount_total: 0 });
  }
  const file = async (by: SignedIn) => {
    const query = `transactions.csv?search=${encodeURIComponent(part)}`;
    const answer = await fetch(`${product.url}/api/admin-export/${query}`, { headers: by.headers });
    return (await answer.text()).trim().split('\n').length;
  };
  expect([await file(owner), await file(auditor)]).toEqual([2, 1]);
});
