import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  eventually,
  newReference,
  openReceiver,
  openSandbox,
  vtpassKeys,
  type SandboxFixture,
} from '../testing/sandbox-fixture.js';

let sandbox: SandboxFixture;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeAll(async () => {
  receiver = await openReceiver();
  sandbox = await openSandbox({ webhookUrls: { vtpass: receiver.url } });
});
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
});

const rowOf = async (reference: string): Promise<unknown> =>
  ((await sandbox.call('/vendor-ledger')).json as unknown as { requestId: string }[]).find(
    ({ requestId }) => requestId === reference,
  );

describe('a purchase', () => {
  it('is answered like VTpass and stored once', async () => {
    const reference = newReference();
    const { status, json } = await sandbox.pay('08031230001', { reference, vendor: 4, amount: '100' });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      code: '000',
      requestId: reference,
      response_description: 'TRANSACTION SUCCESSFUL',
      content: {
        transactions: { status: 'delivered', total_amount: 97, commission: 3, unique_element: '08031230001' },
      },
    });
    expect(await rowOf(reference)).toEqual({
      requestId: reference,
      vendor: 4,
      service: 'mtn',
      recipient: '08031230001',
      amount: 100,
      at: expect.any(Number),
      posts: 1,
      queries: 0,
      state: 'delivered',
    });
  });

  it('varies the types of its fields between answers', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => sandbox.pay('08031230001')));
    expect(new Set(answers.map(({ json }) => typeof json['amount']))).toEqual(new Set(['number', 'string']));
    expect(new Set(answers.map(({ json }) => typeof json['transaction_date']))).toEqual(
      new Set(['object', 'string']),
    );
  });

  it('with a known request id is counted and refused, not executed', async () => {
    const reference = newReference();
    await sandbox.pay('08031230001', { reference });
    const again = await Promise.all(
      Array.from({ length: 4 }, () => sandbox.pay('08031230002', { reference, amount: 7 })),
    );
    expect(again.map(({ json }) => json['code'])).toEqual(['014', '014', '014', '014']);
    expect(await rowOf(reference)).toMatchObject({
      posts: 5,
      recipient: '08031230001',
      amount: 100,
      state: 'delivered',
    });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no request id', { request_id: undefined }, '085'],
    ['a request id of another day', { request_id: '202001011200abcdef' }, '085'],
    ['an unknown product', { serviceID: 'nobody' }, '012'],
    ['no phone', { phone: undefined }, '011'],
    ['a phone with letters', { phone: '0803"}<b>' }, '011'],
    ['no amount', { amount: undefined }, '011'],
    ['a small amount', { amount: 1 }, '013'],
    ['a large amount', { amount: 1e9 }, '017'],
    ['an unknown plan', { serviceID: 'mtn-data', variation_code: 'x' }, '010'],
  ])('with %s is refused', async (_what, change, code) => {
    const body = {
      request_id: newReference(),
      serviceID: 'mtn',
      amount: 100,
      phone: '08031230001',
      ...change,
    };
    expect((await sandbox.post('/api/pay', body, vtpassKeys())).json['code']).toBe(code);
  });

  it.each([{}, { 'api-key': 'vendor-9', 'secret-key': 's' }, { 'api-key': 'vendor-1' }])(
    'with the keys %j is refused',
    async (keys) => {
      expect((await sandbox.post('/api/pay', {}, keys as Record<string, string>)).json['code']).toBe('087');
      expect((await sandbox.post('/api/requery', {}, keys as Record<string, string>)).json['code']).toBe(
        '087',
      );
    },
  );

  it('is not found through another vendor', async () => {
    const reference = newReference();
    await sandbox.pay('08031230001', { reference, vendor: 1 });
    expect((await sandbox.requery(reference, 2)).json['code']).toBe('015');
    expect((await sandbox.requery(reference, 1)).json['code']).toBe('000');
  });
});

describe('a reversal', () => {
  it('sends its webhook until it is accepted, and shows in later requeries', async () => {
    receiver.answer = { status: 200, body: 'ok' };
    const reference = newReference();
    expect((await sandbox.pay('08031230040', { reference })).json['code']).toBe('000');
    await eventually(() => expect(receiver.deliveries.length).toBeGreaterThan(1));
    receiver.answer = { status: 200, body: '{"response":"success"}' };
    expect(JSON.parse(receiver.deliveries[0]!.body)).toMatchObject({
      type: 'transaction-update',
      data: { code: '040', requestId: reference, content: { transactions: { status: 'reversed' } } },
    });
    expect((await sandbox.requery(reference)).json).toMatchObject({ code: '040' });
    expect(await rowOf(reference)).toMatchObject({ state: 'reversed' });
    await eventually(quiet);
  });

  it('happens after a restart that interrupted it', async () => {
    await sandbox.restart({ reverseAfterMs: 60_000 });
    const reference = newReference();
    await sandbox.pay('08031230040', { reference });
    expect((await sandbox.requery(reference)).json['code']).toBe('000');
    receiver.deliveries.length = 0;
    await sandbox.restart({ reverseAfterMs: 10 });
    await eventually(() => expect(receiver.deliveries).toHaveLength(1));
    expect((await sandbox.requery(reference)).json['code']).toBe('040');
  });

  async function quiet(): Promise<void> {
    const before = receiver.deliveries.length;
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(receiver.deliveries).toHaveLength(before);
  }
});

describe('the books', () => {
  it('are the same after a restart', async () => {
    const references = await Promise.all(
      ['0001', '0016', '0099', '0083', '0044', '0500'].map(async (ending) => {
        const reference = newReference();
        await sandbox.pay(`0803123${ending}`, { reference });
        await sandbox.requery(reference);
        return reference;
      }),
    );
    const before = (await sandbox.call('/vendor-ledger')).text;
    await sandbox.restart();
    expect((await sandbox.call('/vendor-ledger')).text).toBe(before);
    expect((await sandbox.requery(references[2]!)).json).toMatchObject({ code: '000' });
  });

  it('can be read in pages and by recipient', async () => {
    const all = (await sandbox.call('/vendor-ledger')).json as unknown as {
      requestId: string;
      recipient: string;
    }[];
    const first = (await sandbox.call('/vendor-ledger?limit=2')).json as unknown as typeof all;
    const next = (await sandbox.call(`/vendor-ledger?limit=2&after=${first[1]!.requestId}`)).json;
    expect(first).toEqual(all.slice(0, 2));
    expect(next).toEqual(all.slice(2, 4));
    const mine = (await sandbox.call('/vendor-ledger?recipient=08031230044')).json;
    expect(mine).toEqual(all.filter(({ recipient }) => recipient === '08031230044'));
  });

  it('are locked by one sandbox at a time', async () => {
    const { startSandbox } = await import('../start-sandbox.js');
    const second = startSandbox({
      dataDir: sandbox.dataDir,
      port: 0,
      latencyMs: 0,
      webhookUrls: {},
      secrets: { monnifyApiKey: 'a', monnifySecretKey: 'b' },
    });
    await expect(second).rejects.toThrow(/already running/);
  });
});

describe('beside purchases', () => {
  it('verifies every customer except numbers ending in 0404', async () => {
    const verify = (billersCode: string) =>
      sandbox.post('/api/merchant-verify', { billersCode, serviceID: 'dstv' }, vtpassKeys());
    expect((await verify('1212121212')).json).toMatchObject({
      code: '000',
      content: { Customer_Name: 'ADA OKAFOR' },
    });
    expect((await verify('1212120404')).json).toMatchObject({
      code: '000',
      content: { WrongBillersCode: true },
    });
  });

  it('lists variations under both spellings', async () => {
    const { json } = await sandbox.call('/api/service-variations?serviceID=mtn-data');
    const content = json['content'] as { variations: unknown[]; varations: unknown[] };
    expect(content.variations.length).toBeGreaterThan(3);
    expect(content.varations).toEqual(content.variations);
  });

  it('charges deliveries to the balance', async () => {
    const balance = async (): Promise<number> =>
      (
        (await sandbox.call('/api/balance', { headers: vtpassKeys(7) })).json as {
          contents: { balance: number };
        }
      ).contents.balance;
    const before = await balance();
    await sandbox.pay('08031230001', { vendor: 7 });
    await sandbox.pay('08031230016', { vendor: 7 });
    expect(before - (await balance())).toBe(97);
  });
});
