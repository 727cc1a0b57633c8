import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NO_STREAM } from '../../infra/event-store/event-store.js';
import { fact, systemContext } from '../../infra/event-store/event-context.js';
import { fundingStream } from './funding.stream.js';
import { FakeProvider } from './testing/fake-provider.js';
import { until } from '../../infra/testing/until.js';
import { openFunding, signed, webhookOf } from './testing/open-funding.js';

type Fixture = Awaited<ReturnType<typeof openFunding>>;
const count = (types: readonly string[], type: string): number =>
  types.filter((each) => each === type).length;

describe('money coming in', () => {
  let provider: FakeProvider;
  let fixture: Fixture;
  beforeEach(async () => {
    provider = new FakeProvider();
    fixture = await openFunding({ providers: [provider] });
    await fixture.reserve();
  });
  afterEach(() => fixture.remove());

  it("is credited by the provider's answer less our charge, not by the webhook's numbers", async () => {
    provider.pay('MNFY|1', fixture.accountReference, 300_000n);
    await fixture.tell('MNFY|1');
    await until(async () => (await fixture.available()) > 0n);
    expect(await fixture.available()).toBe(295_000n);
    const funded = (await fixture.people.store.readAll(0, 100)).find(
      (event) => event.type === 'WalletFunded',
    );
    expect(funded?.data).toMatchObject({
      provider: 'monnify',
      transactionReference: 'MNFY|1',
      paid: '300000',
      charge: '5000',
      providerFee: '1000',
      credited: '295000',
      availableBefore: '0',
      availableAfter: '295000',
    });
  });

  it('is credited once for repeated and concurrent reports', async () => {
    provider.pay('MNFY|1', fixture.accountReference, 300_000n);
    await Promise.all(Array.from({ length: 40 }, () => fixture.tell('MNFY|1', 3_000)));
    await fixture.funding.sweep();
    await until(() => fixture.funding.isCaughtUp());
    await fixture.tell('MNFY|1', 3_000);
    await until(() => fixture.funding.isCaughtUp());
    const types = await fixture.types();
    expect([
      count(types, 'FundingReported'),
      count(types, 'FundingVerified'),
      count(types, 'WalletFunded'),
    ]).toEqual([1, 1, 1]);
    expect(await fixture.available()).toBe(295_000n);
  });

  it('with a wrong signature is refused without a trace or a log line', async () => {
    provider.pay('MNFY|1', fixture.accountReference, 300_000n);
    const before = await fixture.people.store.lastPosition();
    const body = webhookOf('MNFY|1');
    for (const signature of [undefined, 'nonsense', signed(webhookOf('MNFY|2'))])
      await expect(fixture.funding.receiveWebhook('monnify', body, signature)).rejects.toMatchObject({
        code: 'SIGNATURE_INVALID',
      });
    expect(await fixture.people.store.lastPosition()).toBe(before);
    expect(fixture.lines).toEqual([]);
  });

  it('is acknowledged and ignored when the message has another topic or is malformed', async () => {
    const before = await fixture.people.store.lastPosition();
    for (const body of [
      webhookOf('x', 'SETTLEMENT'),
      Buffer.from('{'),
      Buffer.from('{"eventType":1}'),
      Buffer.from(''),
    ])
      await fixture.funding.receiveWebhook('monnify', body, signed(body));
    expect(await fixture.people.store.lastPosition()).toBe(before);
  });

  it('without an owner waits in suspense', async () => {
    provider.pay('MNFY|1', 'NL-nobody', 300_000n);
    provider.pay('MNFY|2', '../../etc', 300_000n);
    await fixture.tell('MNFY|1');
    await fixture.tell('MNFY|2');
    await until(async () => count(await fixture.types(), 'FundingUnmatched') === 2);
    const [event] = (await fixture.people.store.readStream(fundingStream('monnify', 'MNFY|1'))).slice(1);
    const sum = (event?.data['postings'] as { amount: string }[]).reduce(
      (total, line) => total + BigInt(line.amount),
      0n,
    );
    expect(sum).toBe(0n);
    expect(await fixture.available()).toBe(0n);
  });

  it('that failed is rejected, and money in another currency goes before a person', async () => {
    provider.pay('MNFY|1', fixture.accountReference, 300_000n, { status: 'FAILED' });
    provider.pay('MNFY|2', fixture.accountReference, 300_000n, { currency: 'USD' });
    await fixture.tell('MNFY|1');
    await fixture.tell('MNFY|2');
    await until(async () => {
      const types = await fixture.types();
      return count(types, 'FundingRejected') === 1 && count(types, 'FundingUnread') === 1;
    });
    expect(await fixture.available()).toBe(0n);
  });

  it('is not queried again once booked, but again for each report after a rejection', async () => {
    provider.pay('MNFY|1', fixture.accountReference, 300_000n, { status: 'FAILED' });
    provider.pay('MNFY|2', 'NL-nobody', 300_000n);
    for (let times = 0; times < 3; times += 1) {
      await fixture.tell('MNFY|1');
      await fixture.tell('MNFY|2');
      await until(() => fixture.funding.isCaughtUp());
    }
    const types = await fixture.types();
    expect([count(types, 'FundingRejected'), count(types, 'FundingUnmatched')]).toEqual([3, 1]);
    expect([provider.asked.get('MNFY|1'), provider.asked.get('MNFY|2')]).toEqual([3, 1]);
  });

  it('is queried again while the provider is unavailable or undecided', async () => {
    provider.pay('MNFY|1', fixture.accountReference, 300_000n, { status: 'PENDING' });
    await fixture.tell('MNFY|1');
    await until(() => provider.asked.get('MNFY|1') === 1);
    provider.down = true;
    await until(() => (provider.asked.get('MNFY|1') ?? 0) >= 2);
    provider.down = false;
    provider.pay('MNFY|1', fixture.accountReference, 300_000n);
    await until(async () => (await fixture.available()) === 295_000n);
  });

  it.each(['webhook', 'sweep'] as const)(
    'that goes on under its reference is not credited more: the rest goes before a person, told by a %s',
    async (by) => {
      provider.pay('MNFY|1', fixture.accountReference, 300_000n, { status: 'PARTIALLY_PAID' });
      await fixture.tell('MNFY|1', 3_000);
      await until(async () => (await fixture.available()) === 295_000n);
      provider.pay('MNFY|1', fixture.accountReference, 450_000n);
      for (let times = 0; times < 2; times += 1) {
        if (by === 'webhook') await fixture.tell('MNFY|1', 4_500);
        else await fixture.funding.sweep();
        await until(() => fixture.funding.isCaughtUp());
      }
      const put = (await fixture.people.store.readAll(0, 100)).filter(
        ({ type }) => type === 'FundingUnmatched',
      );
      expect(put.map(({ data }) => [data['transactionReference'], data['paid']])).toEqual([
        ['MNFY|1 (part 2)', '150000'],
      ]);
      expect(await fixture.available()).toBe(295_000n);
    },
  );

  it('without a reference goes before a person once, and stops no other payment of the list', async () => {
    const row = { field: 'reference', type: 'nothing', digest: 'f'.repeat(64) } as const;
    provider.unread.push(row);
    provider.pay('MNFY|1', fixture.accountReference, 300_000n);
    for (let times = 0; times < 2; times += 1) await fixture.funding.sweep();
    await until(async () => (await fixture.available()) === 295_000n);
    const put = (await fixture.people.store.readAll(0, 100)).filter(({ type }) => type === 'FundingUnread');
    expect(put.map(({ data }) => data)).toEqual([
      { provider: 'monnify', transactionReference: `row-${'f'.repeat(40)}`, accountReference: '', ...row },
    ]);
  });

  it('with a lost webhook is found by the sweep', async () => {
    provider.pay('MNFY|1', fixture.accountReference, 300_000n);
    expect(await fixture.funding.sweep()).toBe(1);
    await until(async () => (await fixture.available()) === 295_000n);
    const [reported] = await fixture.people.store.readStream(fundingStream('monnify', 'MNFY|1'));
    expect(reported?.data).toMatchObject({ by: 'sweep' });
  });
});

describe('a crash', () => {
  it.each([false, true])(
    'after the report or the verdict is repaired at the next start (checkpoint kept: %s)',
    async (kept) => {
      const provider = new FakeProvider();
      const first = await openFunding({ providers: [provider] });
      await first.reserve();
      const { userId, accountReference, people } = first;
      await until(async () => (await first.people.store.lastPosition()) > 0);
      await first.stop();

      const context = systemContext();
      const about = (transactionReference: string) => ({ provider: 'monnify', transactionReference });
      const verified = { ...about('MNFY|2'), accountReference, paid: '100000', settled: '99000', userId };
      provider.pay('MNFY|1', accountReference, 300_000n);
      provider.references = async function* () {
        yield* await Promise.resolve([]);
      };
      await people.store.append(fundingStream('monnify', 'MNFY|1'), NO_STREAM, [
        fact('FundingReported', { ...about('MNFY|1'), by: 'webhook' }, context),
      ]);
      await people.store.append(fundingStream('monnify', 'MNFY|2'), NO_STREAM, [
        fact('FundingReported', { ...about('MNFY|2'), by: 'webhook' }, context),
        fact('FundingVerified', verified, context),
      ]);

      const second = await openFunding(
        { providers: [provider] },
        people,
        kept ? first.checkpoints : undefined,
      );
      await until(async () => (await second.available()) === 295_000n + 95_000n);
      await until(() => second.funding.isCaughtUp());
      expect(provider.asked.get('MNFY|2')).toBeUndefined();
      await second.remove();
    },
  );
});

describe('a process killed at any step between a webhook and its credit', () => {
  it('credits acknowledged payments once after the next start, and others once they are reported again', async () => {
    const provider = new FakeProvider();
    // Without a sweep, acknowledged payments must be found in the log.
    provider.references = async function* () {
      yield* await Promise.resolve([]);
    };
    const base = await openFunding({ providers: [provider] });
    await base.reserve();
    await base.funding.stop();
    const { people, inbox, checkpoints, userId, accountReference } = base;
    let credited = 0n;
    let acknowledged = 0;
    for (let deadline = 0, killed = true; killed; deadline += 1) {
      const reference = `MNFY|${deadline}`;
      provider.pay(reference, accountReference, 300_000n);
      const life = mortal(deadline);
      const first = await openFunding(
        {
          eventStore: life.of(people.store, ['head', 'append', 'readStream']),
          inbox: life.of(inbox, ['get', 'store']),
          providers: [life.of(provider, ['transaction'])],
          wallets: life.of(people.wallets, ['handle']),
          checkpoints: life.of(checkpoints, ['load', 'save']),
        },
        people,
      );
      let told = false;
      void first.tell(reference).then(() => (told = true));
      const isCredited = async (): Promise<boolean> =>
        (await people.wallets.load(userId)).available === credited + 295_000n;
      await until(async () => life.ended() || (told && (await isCredited()) && first.funding.isCaughtUp()));
      killed = life.ended();
      life.end();
      void first.funding.stop();

      const second = await openFunding({ providers: [provider], inbox }, people, checkpoints);
      if (told) acknowledged += 1;
      else await second.tell(reference);
      await until(() => second.funding.isCaughtUp());
      await until(isCredited);
      credited += 295_000n;
      await second.funding.stop();
    }
    const types = await base.types();
    const payments = provider.transactions.size;
    expect(payments).toBeGreaterThan(10);
    expect(acknowledged).toBeGreaterThan(3);
    expect([count(types, 'FundingReported'), count(types, 'WalletFunded')]).toEqual([payments, payments]);
    await inbox.close();
    await people.remove();
  });
});

/** Process that dies before or after a given step. Afterwards nothing starts or answers. */
function mortal(stepsMax: number) {
  let steps = 0;
  let over = false;
  const step = (): Promise<void> => {
    over ||= steps >= stepsMax;
    steps += 1;
    return over ? new Promise(() => undefined) : Promise.resolve();
  };
  return {
    ended: () => over,
    end: () => void (over = true),
    /** Counts calls of these methods and their answers as steps. */
    of: <T extends object>(target: T, methods: readonly (keyof T)[]): T =>
      new Proxy(target, {
        get(_, name) {
          const value = Reflect.get(target, name, target) as unknown;
          if (typeof value !== 'function') return value;
          if (!methods.includes(name as keyof T)) return value.bind(target) as unknown;
          return async (...args: unknown[]): Promise<unknown> => {
            await step();
            const answer = (await value.apply(target, args)) as unknown;
            await step();
            return answer;
          };
        },
      }),
  };
}

describe('a reserved account', () => {
  it('is reserved once and found by its reference', async () => {
    const fixture = await openFunding({ providers: [new FakeProvider()] });
    await Promise.all([fixture.reserve(), fixture.reserve()]);
    await fixture.reserve();
    expect(count(await fixture.types(), 'AccountReserved')).toBe(2);
    const user = await fixture.people.users.byId(fixture.userId);
    expect(user?.reservedAccounts).toMatchObject([
      {
        accountReference: fixture.accountReference,
        bankAccounts: [{ accountNumber: '6000000001', accountName: 'Ada Obi' }],
      },
    ]);
    expect(JSON.stringify(await fixture.people.store.readAll(0, 100))).not.toContain('6000000001');
    await fixture.remove();
  });

  it('is reserved later when the provider is unavailable', async () => {
    const provider = new FakeProvider();
    provider.down = true;
    const fixture = await openFunding({ providers: [provider] });
    await fixture.reserve();
    expect(count(await fixture.types(), 'AccountReserved')).toBe(0);
    provider.down = false;
    await until(async () => count(await fixture.types(), 'AccountReserved') === 2);
    await fixture.remove();
  });
});
