import { beforeEach, describe, expect, it } from '@jest/globals';
import { fact, systemContext } from '../../infra/event-store/event-context.js';
import { NO_STREAM } from '../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { verifyLedger } from '../audit/verify-ledger.js';
import { reservedAccountStream } from '../customers/reserved-accounts.js';
import type { ProviderTransaction } from '../vendors/payment-provider.js';
import { START, USER } from '../wallet/testing/given-wallet.js';
import { WalletProcess } from '../wallet/testing/wallet-process.js';
import { cutOverStream, setCutOver } from './cut-over.js';
import { fundingStream, readFunding, reportFunding, reportOf } from './funding.stream.js';
import { FakeProvider, RAW } from './testing/fake-provider.js';
import { dismiss, evolve, type Unmatched } from './unmatched.decider.js';
import { VerifyFunding } from './verify-funding.js';

const PAYMENT = { provider: 'monnify', transactionReference: 'MNFY|1' };
const STREAM = fundingStream('monnify', 'MNFY|1');
const CHARGE = 50n;

let store: MemoryEventStore;
let provider: FakeProvider;
let [here, there]: WalletProcess[] = [];

beforeEach(async () => {
  store = new MemoryEventStore();
  provider = new FakeProvider();
  [here, there] = [new WalletProcess(store), new WalletProcess(store)];
  await store.append(reservedAccountStream('monnify', 'NL-1'), NO_STREAM, [
    fact('AccountReserved', { userId: USER, provider: 'monnify', accountReference: 'NL-1' }, systemContext()),
  ]);
  await tell();
});

const tell = (said?: bigint, by: 'webhook' | 'sweep' = 'webhook') =>
  reportFunding(store, reportOf({ transactionReference: 'MNFY|1', said }, { code: 'monnify' }, by));
const settle = (process = here!, asked = provider) =>
  new VerifyFunding({
    eventStore: process.connection,
    wallets: process.wallets,
    provider: asked,
    charge: () => CHARGE,
  }).settle('MNFY|1');
const pay = (more: Partial<ProviderTransaction> = {}, paid = 10_000n) =>
  provider.pay('MNFY|1', 'NL-1', paid, more);
const ended = async () => (await store.readStream(STREAM)).slice(1);
const types = async () => (await ended()).map(({ type }) => type);
const available = async () => (await here!.wallets.newest(USER)).available;
const funded = async () => (await store.readAll(0, 100)).filter(({ type }) => type === 'WalletFunded').length;
const books = async () => {
  const verified = await verifyLedger({ eventStore: store });
  expect([verified.problems, verified.sum]).toEqual([[], '0']);
};
/** An administrator decides that no money came. */
async function put(commandId = 'd1'): Promise<void> {
  const { events, head } = await readFunding(store, 'monnify', 'MNFY|1');
  const unmatched = events.reduce<Unmatched | undefined>(
    (state, event) => (event ? evolve(state, event) : state),
    undefined,
  );
  const context = { actor: { kind: 'admin', id: 'grace' }, correlationId: 'c', now: START } as const;
  const [decided] = dismiss({ commandId, reason: 'Monnify shows nothing' }, unmatched);
  await store.append(STREAM, head, [fact(decided!.type, { ...decided!.data } as never, context)]);
}

describe('a payment that its provider confirms', () => {
  it.each(['PAID', 'paid', 'OVERPAID', 'PARTIALLY_PAID'])(
    'with status %s credits the amount that was paid, less the charge',
    async (status) => {
      pay({ status, currency: 'ngn' });
      expect(await settle()).toBe(true);
      expect(await available()).toBe(9_950n);
      await books();
    },
  );

  it.each<[string, Partial<ProviderTransaction>, string]>([
    ['status', { status: 'ADA OBI' }, 'status'],
    ['currency', { currency: 'USD' }, 'currency'],
    ['amount', { paid: undefined }, 'amount'],
    ['amount below zero', { paid: -1n }, 'amount'],
  ])('goes before a person once when its %s is not read, and moves no money', async (_, more, field) => {
    pay(more);
    for (const process of [here!, there!, here!]) expect(await settle(process)).toBe(false);
    expect(await ended()).toMatchObject([
      {
        type: 'FundingUnread',
        actor: { kind: 'system' },
        data: { ...PAYMENT, accountReference: 'NL-1', field, type: 'text', digest: RAW.digest },
      },
    ]);
    expect(JSON.stringify(await ended())).not.toContain('ADA');
    expect(await funded()).toBe(0);
    await books();
  });

  it('goes before a person when the whole answer is unread', async () => {
    const unread = { field: 'answer', type: 'refusal', digest: 'd' } as const;
    provider.transactions.set('MNFY|1', { transactionReference: 'MNFY|1', unread });
    expect(await settle()).toBe(false);
    expect(await ended()).toMatchObject([{ data: { ...unread, accountReference: '' } }]);
  });

  it('is credited by itself when a later answer is certain', async () => {
    pay({ paid: undefined });
    await settle();
    pay({}, 12_000n);
    expect(await settle()).toBe(true);
    expect(await ended()).toMatchObject([
      { type: 'FundingUnread' },
      { type: 'FundingVerified', data: { paid: '12000', wasUnread: true } },
    ]);
    expect(await available()).toBe(11_950n);
    await books();
  });

  it('is in suspense when a later answer is certain and names no customer', async () => {
    pay({ paid: undefined });
    await settle();
    provider.pay('MNFY|1', 'NL-nobody', 12_000n);
    expect(await settle()).toBe(true);
    expect(await types()).toEqual(['FundingUnread', 'FundingUnmatched']);
    await books();
  });

  it('is rejected when a later answer says that nothing was paid', async () => {
    pay({ status: 'NEW_WORD' });
    await settle();
    pay({ status: 'EXPIRED' });
    expect(await settle()).toBe(true);
    expect((await ended()).at(-1)).toMatchObject({
      type: 'FundingRejected',
      data: { reason: 'expired', wasUnread: true },
    });
    await books();
  });

  it('still waits for a person when the provider no longer finds it, even after a day', async () => {
    pay({ paid: undefined });
    await settle();
    provider.transactions.clear();
    const deps = { eventStore: store, wallets: here!.wallets, provider, charge: () => CHARGE };
    const days = () => new Date(Date.now() + 3 * 24 * 3_600_000);
    expect(await new VerifyFunding({ ...deps, now: days }).settle('MNFY|1')).toBe(false);
    expect(await types()).toEqual(['FundingUnread']);
  });

  it('is credited once by two processes that hear different answers at once, fifty times', async () => {
    for (let round = 0; round < 50; round += 1) {
      store = new MemoryEventStore();
      [here, there] = [new WalletProcess(store), new WalletProcess(store)];
      await store.append(reservedAccountStream('monnify', 'NL-1'), NO_STREAM, [
        fact('AccountReserved', { userId: USER }, systemContext()),
      ]);
      await tell();
      pay({}, 10_000n);
      const other = new FakeProvider();
      other.pay('MNFY|1', 'NL-1', 90_000n, round % 2 === 0 ? { paid: undefined } : {});
      await Promise.all([settle(here), settle(there, other)]);
      await Promise.all([settle(here), settle(there)]);
      expect(await funded()).toBe(1);
      const verified = (await ended()).find(({ type }) => type === 'FundingVerified');
      expect(await available()).toBe(BigInt(verified!.data['paid'] as string) - CHARGE);
      await books();
    }
  });

  it('is credited with its first certain amount after a crash, also when a later answer differs', async () => {
    pay({}, 10_000n);
    const broken = { handle: () => Promise.reject(new Error('killed')) };
    const deps = { eventStore: store, wallets: broken as never, provider, charge: () => CHARGE };
    await expect(new VerifyFunding(deps).settle('MNFY|1')).rejects.toThrow('killed');
    pay({ paid: undefined });
    expect(await settle()).toBe(true);
    expect(await available()).toBe(9_950n);
    pay({}, 99_000n);
    await tell();
    expect(await settle(there!)).toBe(true);
    expect([await available(), await funded()]).toEqual([9_950n, 1]);
  });

  it('stays as a person decided when its webhook is repeated with the same answer', async () => {
    pay({ paid: undefined });
    await settle();
    await put();
    expect(await settle()).toBe(true);
    await tell();
    expect(await settle()).toBe(true);
    expect(await types()).toEqual(['FundingUnread', 'FundingRejected', 'FundingReported', 'FundingRejected']);
    expect((await ended()).at(-1)).toMatchObject({
      actor: { kind: 'system' },
      data: { reason: 'dismissed' },
    });
    await books();
  });

  it('goes before a person again when a later answer is unread in another way', async () => {
    pay({ paid: undefined });
    await settle();
    await put();
    await tell();
    pay({ status: 'NEW_WORD', raw: { ...RAW, digest: 'another' } });
    expect(await settle()).toBe(false);
    expect((await ended()).at(-1)).toMatchObject({ type: 'FundingUnread', data: { field: 'status' } });
  });

  it('is credited after a person dismissed it, once the provider is certain', async () => {
    pay({ paid: undefined });
    await settle();
    await put();
    await tell();
    pay();
    expect(await settle()).toBe(true);
    expect([await available(), await funded()]).toEqual([9_950n, 1]);
    await books();
  });
});

describe('a later part of a payment under the same reference', () => {
  const part = async (number: number) =>
    store.readStream(fundingStream('monnify', `MNFY|1 (part ${number})`));
  const arrived = (paid: bigint, status = 'PARTIALLY_PAID') => pay({ status, settled: paid - 1_000n }, paid);
  const later = async (paid: bigint, by: 'webhook' | 'sweep' = 'webhook') => {
    arrived(paid);
    await tell(paid, by);
  };

  beforeEach(async () => {
    arrived(10_000n);
    await settle();
  });

  it.each(['webhook', 'sweep'] as const)('goes before a person once, told by a %s', async (by) => {
    for (const process of [here!, there!, here!]) {
      await later(15_000n, by);
      expect(await settle(process)).toBe(true);
    }
    expect(await part(2)).toMatchObject([
      {
        type: 'FundingUnmatched',
        actor: { kind: 'system' },
        data: {
          provider: 'monnify',
          transactionReference: 'MNFY|1 (part 2)',
          accountReference: 'NL-1',
          paid: '5000',
          settled: '5000',
        },
      },
    ]);
    expect(await part(3)).toEqual([]);
    expect(await types()).toEqual(['FundingVerified', 'FundingReported']);
    expect([await available(), await funded()]).toEqual([9_950n, 1]);
    await books();
    const asOf = new Date(Date.now() + 26 * 3_600_000);
    expect((await verifyLedger({ eventStore: store, asOf })).problems).toEqual([]);
  });

  it('is not asked about again while reports repeat an amount', async () => {
    await later(15_000n);
    await settle();
    const asked = provider.asked.get('MNFY|1');
    const { head } = await readFunding(store, 'monnify', 'MNFY|1');
    for (const said of [10_000n, 15_000n, 0n, undefined])
      for (const by of ['webhook', 'sweep'] as const) await tell(said, by);
    expect((await readFunding(store, 'monnify', 'MNFY|1')).head).toEqual(head);
    expect(provider.asked.get('MNFY|1')).toBe(asked);
  });

  it('is put once in full by two processes that hear different amounts at once, fifty times', async () => {
    for (let round = 0; round < 50; round += 1) {
      store = new MemoryEventStore();
      [here, there] = [new WalletProcess(store), new WalletProcess(store)];
      await tell();
      provider.pay('MNFY|1', 'NL-nobody', 10_000n);
      await settle();
      provider.pay('MNFY|1', 'NL-nobody', 15_000n);
      await tell(15_000n);
      const other = new FakeProvider();
      other.pay('MNFY|1', 'NL-nobody', round % 2 === 0 ? 15_000n : 22_000n);
      await Promise.all([settle(here), settle(there, other)]);
      await settle(there, other);
      const parts = [...(await part(2)), ...(await part(3)), ...(await part(4))];
      const sum = parts.reduce((total, { data }) => total + Number(data['paid']), 0);
      expect(sum).toBe(round % 2 === 0 ? 5_000 : 12_000);
      await books();
    }
  });

  it('is put although its report came between the answer and the verdict', async () => {
    store = new MemoryEventStore();
    [here, there] = [new WalletProcess(store), new WalletProcess(store)];
    await tell(10_000n);
    provider.pay('MNFY|1', 'NL-nobody', 10_000n);
    here!.connection.faults.append.push({ before: () => later(15_000n) });
    await settle();
    await settle();
    expect((await readFunding(store, 'monnify', 'MNFY|1')).events.map((event) => event?.type)).toEqual([
      'FundingReported',
      'FundingReported',
      'FundingUnmatched',
    ]);
    expect((await ended()).at(-1)?.data['paid']).toBe('15000');
    await books();
  });

  it('is asked for again while the provider does not show it, for an hour', async () => {
    await tell(15_000n);
    expect(await settle()).toBe(false);
    const deps = { eventStore: store, wallets: here!.wallets, provider, charge: () => CHARGE };
    const hours = () => new Date(Date.now() + 2 * 3_600_000);
    expect(await new VerifyFunding({ ...deps, now: hours }).settle('MNFY|1')).toBe(true);
    arrived(15_000n);
    expect(await settle()).toBe(true);
    expect(await part(2)).toHaveLength(1);
  });

  it('goes before a person unread, and with its amount once that is certain', async () => {
    await tell(15_000n);
    pay({ paid: undefined });
    for (const process of [here!, there!]) expect(await settle(process)).toBe(false);
    expect((await part(2)).map(({ type }) => type)).toEqual(['FundingUnread']);
    arrived(15_000n);
    expect(await settle()).toBe(true);
    expect((await part(2)).at(-1)).toMatchObject({
      type: 'FundingUnmatched',
      data: { paid: '5000', wasUnread: true },
    });
    await books();
  });

  it('does not keep the credit from the first part when the provider is away', async () => {
    store = new MemoryEventStore();
    [here, there] = [new WalletProcess(store), new WalletProcess(store)];
    await store.append(reservedAccountStream('monnify', 'NL-1'), NO_STREAM, [
      fact('AccountReserved', { userId: USER }, systemContext()),
    ]);
    await tell();
    const broken = { handle: () => Promise.reject(new Error('killed')) };
    const deps = { eventStore: store, wallets: broken as never, provider, charge: () => CHARGE };
    await expect(new VerifyFunding(deps).settle('MNFY|1')).rejects.toThrow('killed');
    await tell(15_000n);
    provider.down = true;
    await expect(settle()).rejects.toThrow('down');
    expect(await available()).toBe(9_950n);
    provider.down = false;
    arrived(15_000n);
    expect(await settle()).toBe(true);
    expect([await available(), (await part(2)).length]).toEqual([9_950n, 1]);
  });
});

describe('a payment made before the cut-over', () => {
  const before = '2026-11-30T22:00:00.000Z';
  const paidAt = Date.parse(before) - 1;
  beforeEach(() => setCutOver(store, { provider: 'monnify', before }, systemContext()));

  it('is recorded and never booked, whether a sweep lists it or a webhook repeats it', async () => {
    pay({ paidAt });
    expect(await settle()).toBe(true);
    await tell(10_000n, 'sweep');
    await tell(10_000n, 'webhook');
    for (const process of [here!, there!]) expect(await settle(process)).toBe(true);
    expect(await types()).toEqual(['FundingRejected', 'FundingReported', 'FundingRejected']);
    expect((await ended())[0]).toMatchObject({
      data: { ...PAYMENT, reason: 'before-cut-over', paid: '10000' },
    });
    expect([await funded(), await available()]).toEqual([0, 0n]);
    await books();
  });

  it('to an unknown account is not put before a person either', async () => {
    provider.pay('MNFY|1', 'NL-unknown', 10_000n, { paidAt });
    expect(await settle()).toBe(true);
    expect(await types()).toEqual(['FundingRejected']);
  });

  it('differs from one made at the cut-over, which is credited', async () => {
    pay({ paidAt: paidAt + 1 });
    expect(await settle()).toBe(true);
    expect(await available()).toBe(9_950n);
    await books();
  });

  it('follows the latest moment, which an event keeps with the earlier one', async () => {
    const later = { provider: 'monnify', before: '2026-12-01T22:00:00.000Z' };
    for (const times of [1, 2])
      await setCutOver(store, later, { ...systemContext(), correlationId: `${times}` });
    const kept = await store.readStream(cutOverStream('monnify'));
    expect(kept.map(({ data }) => data)).toEqual([
      { provider: 'monnify', before },
      { ...later, was: before },
    ]);
    pay({ paidAt: paidAt + 1 });
    expect(await settle()).toBe(true);
    expect(await available()).toBe(0n);
  });
});
