import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NO_STREAM } from '../../infra/event-store/event-store.js';
import { fact, systemStory } from '../accounts/write-stream.js';
import { fundingStream } from './funding.stream.js';
import { FakeProvider } from './testing/fake-provider.js';
import { until } from '../accounts/testing/until.js';
import { openFunding, signed, webhookOf } from './testing/open-funding.js';

type Bench = Awaited<ReturnType<typeof openFunding>>;
const count = (types: readonly string[], type: string): number =>
  types.filter((each) => each === type).length;

describe('money coming in', () => {
  let provider: FakeProvider;
  let bench: Bench;
  beforeEach(async () => {
    provider = new FakeProvider();
    bench = await openFunding({ provider });
    await bench.reserve();
  });
  afterEach(() => bench.remove());

  it('is credited by what the provider says when asked, less our charge, whatever the webhook says', async () => {
    provider.pay('MNFY|1', bench.accountReference, 300_000n);
    await bench.tell('MNFY|1');
    await until(async () => (await bench.available()) > 0n);
    expect(await bench.available()).toBe(295_000n);
    const funded = (await bench.people.store.readAll(0, 100)).find((event) => event.type === 'WalletFunded');
    expect(funded?.data).toMatchObject({
      ...{
        provider: 'monnify',
        transactionReference: 'MNFY|1',
        paid: '300000',
        charge: '5000',
        providerFee: '1000',
      },
      ...{ credited: '295000', availableBefore: '0', availableAfter: '295000' },
    });
  });

  it('is credited once, however often and however much at once it is told', async () => {
    provider.pay('MNFY|1', bench.accountReference, 300_000n);
    await Promise.all(Array.from({ length: 40 }, () => bench.tell('MNFY|1')));
    await bench.funding.sweep();
    await until(() => bench.funding.openCount() === 0);
    await bench.tell('MNFY|1');
    await until(() => bench.funding.openCount() === 0);
    const types = await bench.types();
    expect([
      count(types, 'FundingReported'),
      count(types, 'FundingVerified'),
      count(types, 'WalletFunded'),
    ]).toEqual([1, 1, 1]);
    expect(await bench.available()).toBe(295_000n);
  });

  it('with a wrong signature is refused, logged without its content, and leaves no trace', async () => {
    provider.pay('MNFY|1', bench.accountReference, 300_000n);
    const before = await bench.people.store.lastPosition();
    const body = webhookOf('MNFY|1');
    for (const signature of [undefined, 'nonsense', signed(webhookOf('MNFY|2'))])
      await expect(bench.funding.receiveWebhook(body, signature)).rejects.toMatchObject({
        code: 'SIGNATURE_INVALID',
      });
    expect(await bench.people.store.lastPosition()).toBe(before);
    expect(bench.lines.join()).toContain('wrong signature');
    expect(bench.lines.join()).not.toContain('MNFY|1');
  });

  it('is taken, and nothing more, when the message is about something else or makes no sense', async () => {
    const before = await bench.people.store.lastPosition();
    for (const body of [
      webhookOf('x', 'SETTLEMENT'),
      Buffer.from('{'),
      Buffer.from('{"eventType":1}'),
      Buffer.from(''),
    ])
      await bench.funding.receiveWebhook(body, signed(body));
    expect(await bench.people.store.lastPosition()).toBe(before);
  });

  it('for an account of nobody waits in suspense', async () => {
    provider.pay('MNFY|1', 'NL-nobody', 300_000n);
    provider.pay('MNFY|2', '../../etc', 300_000n);
    await bench.tell('MNFY|1');
    await bench.tell('MNFY|2');
    await until(async () => count(await bench.types(), 'FundingUnmatched') === 2);
    const [event] = (await bench.people.store.readStream(fundingStream('monnify', 'MNFY|1'))).slice(1);
    const sum = (event?.data['postings'] as { amount: string }[]).reduce(
      (total, line) => total + BigInt(line.amount),
      0n,
    );
    expect(sum).toBe(0n);
    expect(await bench.available()).toBe(0n);
  });

  it('that failed, or is not naira, is rejected', async () => {
    provider.pay('MNFY|1', bench.accountReference, 300_000n, { status: 'FAILED' });
    provider.pay('MNFY|2', bench.accountReference, 300_000n, { currency: 'USD' });
    await bench.tell('MNFY|1');
    await bench.tell('MNFY|2');
    await until(async () => count(await bench.types(), 'FundingRejected') === 2);
    expect(await bench.available()).toBe(0n);
  });

  it('that ended is not asked about again', async () => {
    provider.pay('MNFY|1', bench.accountReference, 300_000n, { status: 'FAILED' });
    provider.pay('MNFY|2', 'NL-nobody', 300_000n);
    for (let times = 0; times < 3; times += 1) {
      await bench.tell('MNFY|1');
      await bench.tell('MNFY|2');
      await until(() => bench.funding.openCount() === 0);
    }
    const types = await bench.types();
    expect([count(types, 'FundingRejected'), count(types, 'FundingUnmatched')]).toEqual([1, 1]);
    expect([provider.asked.get('MNFY|1'), provider.asked.get('MNFY|2')]).toEqual([1, 1]);
  });

  it('is asked for again while the provider is away or undecided', async () => {
    provider.pay('MNFY|1', bench.accountReference, 300_000n, { status: 'PENDING' });
    await bench.tell('MNFY|1');
    await until(() => provider.asked.get('MNFY|1') === 1);
    provider.down = true;
    await until(() => (provider.asked.get('MNFY|1') ?? 0) >= 2);
    provider.down = false;
    provider.pay('MNFY|1', bench.accountReference, 300_000n);
    await until(async () => (await bench.available()) === 295_000n);
  });

  it('whose webhook was lost is found by the sweep', async () => {
    provider.pay('MNFY|1', bench.accountReference, 300_000n);
    expect(await bench.funding.sweep()).toBe(1);
    await until(async () => (await bench.available()) === 295_000n);
    const [reported] = await bench.people.store.readStream(fundingStream('monnify', 'MNFY|1'));
    expect(reported?.data).toMatchObject({ by: 'sweep' });
  });
});

describe('a crash', () => {
  it.each([false, true])(
    'behind the report or behind the verdict is made good at the next start (checkpoint kept: %s)',
    async (kept) => {
      const provider = new FakeProvider();
      const first = await openFunding({ provider });
      await first.reserve();
      const { userId, accountReference, people } = first;
      await until(async () => (await first.people.store.lastPosition()) > 0);
      await first.stop();

      const story = systemStory();
      const about = (transactionReference: string) => ({ provider: 'monnify', transactionReference });
      const verified = { ...about('MNFY|2'), accountReference, paid: '100000', settled: '99000', userId };
      provider.pay('MNFY|1', accountReference, 300_000n);
      provider.references = async function* () {
        yield* await Promise.resolve([]);
      };
      await people.store.append(fundingStream('monnify', 'MNFY|1'), NO_STREAM, [
        fact('FundingReported', { ...about('MNFY|1'), by: 'webhook' }, story),
      ]);
      await people.store.append(fundingStream('monnify', 'MNFY|2'), NO_STREAM, [
        fact('FundingReported', { ...about('MNFY|2'), by: 'webhook' }, story),
        fact('FundingVerified', verified, story),
      ]);

      const second = await openFunding({ provider }, people, kept ? first.checkpoints : undefined);
      await until(async () => (await second.available()) === 295_000n + 95_000n);
      await until(() => second.funding.openCount() === 0);
      expect(provider.asked.get('MNFY|2')).toBeUndefined();
      await second.remove();
    },
  );
});

describe('an account of one’s own', () => {
  it('is reserved once, and found by its reference', async () => {
    const bench = await openFunding({ provider: new FakeProvider() });
    await Promise.all([bench.reserve(), bench.reserve()]);
    await bench.reserve();
    expect(count(await bench.types(), 'AccountReserved')).toBe(2);
    const user = await bench.people.users.byId(bench.userId);
    expect(user?.reservedAccounts).toMatchObject([
      {
        accountReference: bench.accountReference,
        accounts: [{ accountNumber: '6000000001', accountName: 'Ada Obi' }],
      },
    ]);
    expect(JSON.stringify(await bench.people.store.readAll(0, 100))).not.toContain('6000000001');
    await bench.remove();
  });

  it('comes later when the provider is away', async () => {
    const provider = new FakeProvider();
    provider.down = true;
    const bench = await openFunding({ provider });
    await bench.reserve();
    expect(count(await bench.types(), 'AccountReserved')).toBe(0);
    provider.down = false;
    await until(async () => count(await bench.types(), 'AccountReserved') === 2);
    await bench.remove();
  });
});
