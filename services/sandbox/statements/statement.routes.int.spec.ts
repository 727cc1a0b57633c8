import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openSandbox, newReference, type SandboxFixture } from '../testing/sandbox-fixture.js';

let sandbox: SandboxFixture;
beforeAll(async () => (sandbox = await openSandbox({ reverseAfterMs: 3_600_000 })));
afterAll(() => sandbox.close());

const statement = async (vendor: number): Promise<string[][]> =>
  (await sandbox.call(`/statements/vendors/${vendor}`)).text
    .trim()
    .split('\n')
    .map((line) => line.split(','));

it('lists what a vendor charged, to the kobo, without phone numbers', async () => {
  const [sold, failed, waits] = [newReference(), newReference(), newReference()];
  await sandbox.pay('08030001234', { reference: sold, amount: 100.1 });
  await sandbox.pay('08030000016', { reference: failed });
  await sandbox.pay('08030000099', { reference: waits });
  await sandbox.pay('08030001234', { vendor: 2 });
  const [head, ...rows] = await statement(1);
  expect(head).toEqual(['request_id', 'transaction_id', 'product', 'amount_charged', 'status', 'date']);
  expect(rows.map(([reference, , product, amount, status]) => [reference, product, amount, status])).toEqual([
    [sold, 'mtn', expect.stringMatching(/^9\d\.\d\d$/), 'delivered'],
    [failed, 'mtn', '0.00', 'failed'],
    [waits, 'mtn', expect.stringMatching(/^9\d\.\d\d$/), 'pending'],
  ]);
  expect(await statement(2)).toHaveLength(2);
  expect(await statement(3)).toHaveLength(1);
  expect(JSON.stringify(await statement(1))).not.toMatch(/8030001234|8030000016|8030000099/);
});

it('lists one line for all messages of an order', async () => {
  const send = (reference: string, to: readonly string[]) =>
    sandbox.post('/termii/api/sms/send', {
      api_key: 'vendor-11',
      from: 'Sandbox',
      sms: 'Hello',
      reference,
      to,
    });
  await send('order-one', ['2348030001234', '2348030005678', '2348030000016']);
  await send('order-two', ['2348030001234']);
  const [, ...rows] = await statement(11);
  expect(rows.map(([reference, , , amount, status]) => [reference, amount, status])).toEqual([
    ['order-one', '5.00', 'delivered'],
    ['order-two', '2.50', 'delivered'],
  ]);
});

it('lists payments into Monnify', async () => {
  expect((await sandbox.call('/statements/monnify')).text).toBe(
    'Transaction Reference,Amount Paid,Payment Status,Completed On\n',
  );
});
