import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ledger } from '../../infra/testing/product.js';
import type { SeededUser } from '../../infra/testing/product.js';
import { startBanking, type BankingBench, type Ended } from './testing/banking-bench.js';
import { send, walletOf } from './testing/callers.js';

/** How every ending of the sandbox ends for the customer, whatever was bought. */
const ENDS: Readonly<Record<string, Ended>> = {
  '0016': { status: 'Refunded', steps: ['refunded'] },
  '0099': { status: 'Successful', steps: ['pending', 'delivered'] },
  '0300': { status: 'Successful', steps: ['unknown', 'delivered'] },
  '0301': { status: 'Refunded', steps: ['unknown', 'refunded'] },
  '0040': { status: 'Reversed', steps: ['delivered', 'reversed'] },
  '0400': { status: 'Pending', steps: ['unknown', 'review'] },
  '0500': { status: 'Refunded', steps: ['unknown', 'refunded'] },
  '0083': { status: 'Successful', steps: ['unknown', 'delivered'] },
  '0014': { status: 'Successful', steps: ['unknown', 'delivered'] },
  '0044': { status: 'Pending', steps: ['review'] },
  '1234': { status: 'Successful', steps: ['delivered'] },
};

interface Product {
  readonly name: string;
  readonly path: string;
  readonly body: (ending: string, pin: string) => object;
  /** Naira taken for one. */
  readonly price: number;
  readonly recipient: (ending: string) => string;
}

const PRODUCTS: readonly Product[] = [
  {
    name: 'sms',
    path: '/services/bulksms-pay/',
    body: (ending, pin) => ({
      ...{ phone: `0803777${ending}`, senderid: 'AdaShop', messageBody: 'Your order is ready.' },
      transaction_pin: pin,
    }),
    price: 2.9,
    recipient: (ending) => `234803777${ending}`,
  },
  {
    name: 'bet',
    path: '/services/bet-funding/',
    body: (ending, pin) => ({
      ...{ amount: 100, betPlatform: 'BET9JA', clientId: `7712${ending}`, transaction_pin: pin },
    }),
    price: 100,
    recipient: (ending) => `7712${ending}`,
  },
  {
    name: 'transfer',
    path: '/banking/transfer-money/',
    body: (ending, pin) => ({
      ...{ bank_name_code: '058', user_bank_name: 'GTBank', user_account_number: `012345${ending}` },
      ...{ amount_to_withdrawal: '200.00', user_account_name: 'SOMEBODY ELSE', narration: 'Rent' },
      transaction_pin: pin,
    }),
    price: 210,
    recipient: (ending) => `012345${ending}`,
  },
];

let bench: BankingBench;
let user: SeededUser;

beforeAll(async () => {
  bench = await startBanking(1);
  [user] = bench.users as [SeededUser];
}, 90_000);
afterAll(() => bench?.stop(), 30_000);

describe('texts, betting funds and transfers', () => {
  it('end as the vendor decided, each sent once, with the money where it belongs [call:/services/bulksms-pay/] [call:/services/bet-funding/] [call:/banking/transfer-money/]', async () => {
    const orders = PRODUCTS.flatMap((each) =>
      Object.entries(ENDS).map(([ending, expected]) => ({ ...each, ending, expected })),
    );
    const lines = await Promise.all(
      orders.map(async ({ name, path, body, ending, expected, recipient }) => {
        const headers = { 'idempotency-key': `${name}-${ending}` };
        const bought = await bench.ask(path, body(ending, user.pin), user, headers);
        expect([name, ending, bought.status, bought.body['transaction_status']]).toEqual([
          name,
          ending,
          200,
          'Pending',
        ]);
        const details = await bench
          .ended(String(bought.body['reference']), user, expected)
          .catch((error: unknown) => {
            throw new Error(`${name} ${ending}: ${String(error)}`);
          });
        const rows = (await send(`${bench.sandboxUrl}/vendor-ledger?recipient=${recipient(ending)}`, 'GET'))
          .body as unknown as { posts: number; state: string }[];
        expect([name, ending, rows.reduce((sum, { posts }) => sum + posts, 0)]).toEqual([name, ending, 1]);
        const steps = details.steps.map(({ step }) => step);
        expect(steps).toEqual(expect.arrayContaining([...expected.steps]));
        return `${name.padEnd(9)} ${ending}  ${details.transaction_status.padEnd(10)}  ${steps.join(' > ')}`;
      }),
    );
    process.stdout.write(`${lines.join('\n')}\n`);
    const kept = Object.values(ENDS).filter(
      ({ status }) => status === 'Successful' || status === 'Pending',
    ).length;
    const spent = PRODUCTS.reduce((sum, { price }) => sum + price * kept, 0);
    expect(await walletOf(bench.product.url, user)).toBeCloseTo(10_000 - spent, 2);
    const report = JSON.parse(await ledger(bench.folder, ['verify', '--read-models', '--json'])) as object;
    expect(report).toMatchObject({ ok: true });
  }, 90_000);
});
