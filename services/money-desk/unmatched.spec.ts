import { beforeEach, describe, expect, it } from '@jest/globals';
import { fact, systemContext } from '../../infra/event-store/event-context.js';
import { NO_STREAM } from '../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { newEvent } from '../../infra/event-store/testing/new-event.js';
import { verifyLedger } from '../audit/verify-ledger.js';
import { userStream } from '../customers/user.events.js';
import { fundingStream, reportFunding } from '../funding/funding.stream.js';
import { evolve } from '../funding/unmatched.decider.js';
import { FakeProvider } from '../funding/testing/fake-provider.js';
import { VerifyFunding } from '../funding/verify-funding.js';
import { unmatchedPostings } from '../ledger/posting-rules.js';
import type { ProviderTransaction } from '../vendors/payment-provider.js';
import { USER } from '../wallet/testing/given-wallet.js';
import { WalletProcess } from '../wallet/testing/wallet-process.js';
import { bookBankLine } from './book-bank-line.js';
import { CreditManually, CreditManuallyHandler } from './credit-manually.handler.js';
import { SettleUnmatched, SettleUnmatchedHandler, type UnmatchedEnd } from './settle-unmatched.handler.js';
import { by, grantIn } from './testing/approving.js';
import { assignUnmatched, finishUnmatched, unmatchedOf } from './unmatched.js';

const LIMIT = { ADJUSTMENT_APPROVAL_LIMIT: '50000', ALONE_DAILY_CAP: '900000' };
const PAYMENT = { provider: 'monnify', transactionReference: 'MNFY|1' };
const STREAM = fundingStream('monnify', 'MNFY|1');
const OTHER = 'other';
const LINE = { bank: 'GTBank', reference: 'FT-9', evidence: 'mail' };

let store: MemoryEventStore;
let [here, there]: WalletProcess[] = [];

/** Payment that the provider confirms for an unknown account. */
async function arrive(paid: bigint, settled = paid - 10n, payment = PAYMENT): Promise<void> {
  const { provider, transactionReference } = payment;
  const told = { ...payment, accountReference: 'NL-nobody', paid: String(paid), settled: String(settled) };
  const postings = unmatchedPostings({ provider, paid, settled }).map((line) => ({ ...line }));
  await store.append(fundingStream(provider, transactionReference), NO_STREAM, [
    fact('FundingReported', { provider, transactionReference, by: 'webhook' }, systemContext()),
    fact('FundingUnmatched', { ...told, postings }, systemContext()),
  ]);
}

/** Payment that the provider confirms in an unreadable form. */
async function arriveUnread(): Promise<void> {
  store = new MemoryEventStore();
  [here, there] = [new WalletProcess(store), new WalletProcess(store)];
  const unread = { accountReference: 'NL-1', field: 'amount', type: 'text', digest: 'd1' };
  await store.append(STREAM, NO_STREAM, [
    fact('FundingReported', { ...PAYMENT, by: 'webhook' }, systemContext()),
    fact('FundingUnread', { ...PAYMENT, ...unread }, systemContext()),
  ]);
}

beforeEach(async () => {
  store = new MemoryEventStore();
  [here, there] = [new WalletProcess(store), new WalletProcess(store)];
  await arrive(5_000n);
});

const settle = (
  end: UnmatchedEnd,
  {
    process = here!,
    id = 'f1',
    who = 'grace',
    charge = 0n,
    payment = PAYMENT,
    stated = undefined as bigint | undefined,
  } = {},
) =>
  new SettleUnmatchedHandler(process.wallets, { charge: () => charge }, process.connection, LIMIT).execute(
    new SettleUnmatched(payment, end, 'The customer wrote', by(who), id, stated),
  );
const toUser = (userId = USER): UnmatchedEnd => ({ type: 'assign', userId });
const back: UnmatchedEnd = { type: 'return', line: LINE };
const agree = (process: WalletProcess, approver: string, id = 'f1') => grantIn(process, approver, id);
const codeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
const available = async (userId = USER) => (await here!.wallets.newest(userId)).available;
const books = async () => {
  const verified = await verifyLedger({ eventStore: store });
  expect([verified.problems, verified.sum]).toEqual([[], '0']);
  return verified.books;
};
const types = async () => (await store.readAll(0, 100)).map(({ type }) => type);
const count = async (type: string) => (await types()).filter((each) => each === type).length;

describe('an unmatched payment', () => {
  it('is assigned once, less the charge at that moment, and leaves the suspense account', async () => {
    expect(await books()).toMatchObject({ suspense_unmatched: '-5000' });
    expect(await settle(toUser(), { charge: 50n })).toEqual({ outcome: 'applied', amount: 5_000n });
    // Repeat the command after a lost answer, also in another process and with another charge.
    await settle(toUser(), { charge: 70n, process: there! });
    expect(await available()).toBe(4_950n);
    expect((await store.readStream(STREAM)).map(({ type, actor }) => [type, actor.kind])).toEqual([
      ['FundingReported', 'system'],
      ['FundingUnmatched', 'system'],
      ['UnmatchedAssigned', 'admin'],
      ['FundingVerified', 'system'],
    ]);
    expect(await books()).toEqual(
      expect.objectContaining({ 'psp_receivable:monnify': '4990', psp_fee: '10', 'fee:funding': '-50' }),
    );
    expect((await books())['suspense_unmatched'] ?? '0').toBe('0');
  });

  it('is returned once by a line of our bank', async () => {
    await settle(back);
    await settle(back, { process: there! });
    // Another spelling of the bank names the same line.
    await settle({ type: 'return', line: { ...LINE, bank: 'G.T. Bank' } }, { process: there! });
    expect(await count('UnmatchedReturned')).toBe(1);
    expect(await books()).toMatchObject({ 'bank:gtbank': '-5000', 'psp_receivable:monnify': '4990' });
    expect((await books())['suspense_unmatched'] ?? '0').toBe('0');
    expect(await codeOf(settle(back, { id: 'f2', who: 'eve' }))).toBe('UNMATCHED_SETTLED');
  });

  it('is settled by one of two at once, fifty times, and the other is refused', async () => {
    for (let round = 0; round < 50; round += 1) {
      store = new MemoryEventStore();
      [here, there] = [new WalletProcess(store), new WalletProcess(store)];
      await arrive(5_000n);
      const ends = [toUser(), round % 2 === 0 ? back : toUser(OTHER)] as const;
      const both = await Promise.all([
        codeOf(settle(ends[0])),
        codeOf(settle(ends[1], { process: there!, id: 'f2', who: 'eve' })),
      ]);
      expect(both.toSorted()).toEqual(['UNMATCHED_SETTLED', 'done']);
      expect((await count('WalletFunded')) + (await count('UnmatchedReturned'))).toBe(1);
      expect((await books())['suspense_unmatched'] ?? '0').toBe('0');
    }
  });

  it('is refused for another customer under the same form', async () => {
    await settle(toUser());
    expect(await codeOf(settle(toUser(OTHER)))).toBe('CHANGE_CONFLICT');
    expect(await codeOf(settle(back))).toBe('CHANGE_CONFLICT');
    expect(await codeOf(settle(toUser(), { id: 'f2' }))).toBe('UNMATCHED_SETTLED');
    const unknown = { ...PAYMENT, transactionReference: 'MNFY|2' };
    expect(await codeOf(settle(toUser(), { id: 'f3', payment: unknown }))).toBe('UNMATCHED_NOT_FOUND');
  });

  it('is the only payment its form settles, and nothing more is counted', async () => {
    const others = ['MNFY|2', 'MNFY|3'].map((transactionReference) => ({ ...PAYMENT, transactionReference }));
    for (const payment of others) await arrive(5_000n, 4_990n, payment);
    await settle(toUser());
    for (const [payment, end] of [[others[0]!, toUser()] as const, [others[1]!, back] as const])
      for (const process of [here!, there!])
        expect(await codeOf(settle(end, { payment, process }))).toBe('CHANGE_CONFLICT');
    // Once for the administrator, and once for all.
    expect(await count('MovedAlone')).toBe(2);
    expect(await available()).toBe(5_000n);
    expect(await books()).toMatchObject({ suspense_unmatched: '-10000' });
    await settle(toUser());
    await settle(toUser(), { payment: others[0]!, id: 'f2' });
    expect(await available()).toBe(10_000n);
  });

  it("is not credited again by its provider's webhook, or manually under the same reference", async () => {
    await settle(toUser(), { charge: 50n });
    const provider = { code: 'monnify' } as ConstructorParameters<typeof VerifyFunding>[0]['provider'];
    const deps = { eventStore: there!.connection, wallets: there!.wallets, provider, charge: () => 70n };
    expect(await new VerifyFunding(deps).settle('MNFY|1')).toBe(true);
    const vault = { loadKeys: async () => undefined, seal: () => 'sealed' };
    const crediting = new CreditManuallyHandler(there!.wallets, there!.connection, vault, LIMIT);
    const byHand = (reference: string, amount = 5_000n) =>
      codeOf(
        crediting.execute(
          new CreditManually(
            {
              userId: USER,
              amount,
              bank: 'Monnify',
              reference,
              depositor: 'ADA',
              evidence: 'mail',
              reason: 'Paid in',
            },
            by('eve'),
            `c-${reference}`,
          ),
        ),
      );
    expect(await byHand('MNFY|1')).toBe('PAYMENT_OF_PROVIDER');
    const told = (transactionReference: string) =>
      reportFunding(store, { provider: 'monnify', transactionReference, by: 'webhook' });
    await told('MNFY|04|20211117112842|000170');
    await told('MNFY|20211117112842|000171');
    for (const typed of [
      'mnfy 04 20211117112842 000170',
      'MNFY04-20211117112842000170',
      ' MNFY20211117112842000171',
    ])
      expect([typed, await byHand(typed)]).toEqual([typed, 'PAYMENT_OF_PROVIDER']);
    // The payment was not reported yet and could be credited twice, so the provider is asked.
    expect(await byHand('MNFY 04 20211117112842 000172')).toBe('PAYMENT_OF_PROVIDER');
    const [asked, ...more] = await store.readStream(
      fundingStream('monnify', 'MNFY|04|20211117112842|000172'),
    );
    expect([asked, more]).toMatchObject([
      { type: 'FundingReported', actor: { id: 'eve' }, data: { by: 'administrator' } },
      [],
    ]);
    // Commands older than the report get their first answers.
    for (const [reference, amount] of [
      ['FT-1', 1n],
      ['FT-2', 60_000_00n],
    ] as const) {
      expect(await byHand(reference, amount)).toBe('done');
      await told(reference);
      expect(await byHand(reference, amount)).toBe('done');
    }
    expect(await available()).toBe(4_951n);
    expect(await count('WalletFunded')).toBe(1);
  });

  it('is finished from the log after an interruption', async () => {
    const broken = { handle: () => Promise.reject(new Error('killed')) };
    const deps = { eventStore: store, wallets: broken };
    const as = { commandId: 'f1', reason: 'Wrote' };
    await expect(
      assignUnmatched(deps, PAYMENT, { userId: USER, charge: 30n }, as, by('grace')),
    ).rejects.toThrow('killed');
    expect(await available()).toBe(0n);
    for (const process of [here!, there!])
      for (const event of await store.readAll(0, 100))
        await finishUnmatched({ eventStore: process.connection, wallets: process.wallets }, event);
    expect(await available()).toBe(4_970n);
    await books();
  });

  it('is unmatched again when the bank line was booked as something else, and no money moved', async () => {
    const movement = {
      type: 'top-up',
      line: { ...LINE, amount: '7', vendor: 1, pays: 'purchases' },
    } as const;
    expect(await codeOf(settle({ ...back, line: { ...LINE, reference: 'FT-8' } }))).toBe('done');
    store = new MemoryEventStore();
    [here, there] = [new WalletProcess(store), new WalletProcess(store)];
    await arrive(5_000n);
    // Another command takes the line between the check and the booking.
    here!.connection.faults.append.push({
      after: async () =>
        void (await bookBankLine(store, movement, { commandId: 'x', reason: 'Stock' }, by('eve'))),
    });
    expect(await codeOf(settle(back))).toBe('BANK_REFERENCE_USED');
    expect((await unmatchedOf(store, PAYMENT)).settlement).toBeUndefined();
    for (const event of await store.readAll(0, 100))
      await finishUnmatched({ eventStore: store, wallets: there!.wallets }, event);
    expect(await books()).toMatchObject({ suspense_unmatched: '-5000', 'bank:gtbank': '-7' });
    expect(await codeOf(settle(back, { id: 'f2' }))).toBe('BANK_REFERENCE_USED');
    await settle(toUser(), { id: 'f3' });
    expect(await available()).toBe(5_000n);
  });

  it('stays returned when an earlier lapsed return under the same form is finished late', async () => {
    const movement = {
      type: 'top-up',
      line: { ...LINE, amount: '7', vendor: 1, pays: 'purchases' },
    } as const;
    here!.connection.faults.append.push({
      after: async () =>
        void (await bookBankLine(store, movement, { commandId: 'x', reason: 'Stock' }, by('eve'))),
    });
    expect(await codeOf(settle(back))).toBe('BANK_REFERENCE_USED');
    await settle({ type: 'return', line: { ...LINE, reference: 'FT-10' } });
    for (const process of [here!, there!])
      for (const event of await store.readAll(0, 100))
        await finishUnmatched({ eventStore: process.connection, wallets: process.wallets }, event);
    expect(await count('UnmatchedReturnLapsed')).toBe(1);
    expect((await unmatchedOf(store, PAYMENT)).settlement).toMatchObject({ how: 'returned' });
    expect(await codeOf(settle(toUser(), { id: 'f2', who: 'eve' }))).toBe('UNMATCHED_SETTLED');
    expect(await books()).toMatchObject({ 'bank:gtbank': '-5007' });
  });

  it('reads a lapse without its line as that of the standing return', () => {
    const claimed = { ...PAYMENT, ...LINE, amount: '1', commandId: 'f1', reason: 'Wrote' };
    const lapsed = { ...PAYMENT, commandId: 'f1', why: 'Booked before' };
    const unmatched = { ...PAYMENT, accountReference: '', paid: 1n, settled: 1n };
    const returned = evolve(unmatched, { type: 'UnmatchedReturnClaimed', data: claimed });
    const type = 'UnmatchedReturnLapsed';
    expect(evolve(returned, { type, data: lapsed })).toEqual(unmatched);
    const [bank, reference] = [LINE.bank, 'another'];
    expect(evolve(returned, { type, data: { ...lapsed, bank, reference } })).toEqual(returned);
  });

  it('with an unknown event is left to the newer version', async () => {
    const head = await store.head(STREAM);
    await store.append(STREAM, head, [newEvent({}, 'UnmatchedOfTomorrow')]);
    expect(await codeOf(settle(toUser()))).toBe('UNMATCHED_SETTLED');
  });
});

describe('an unmatched payment above the limit', () => {
  beforeEach(async () => {
    store = new MemoryEventStore();
    [here, there] = [new WalletProcess(store), new WalletProcess(store)];
    await arrive(60_000_00n);
  });

  it('is assigned once when a second administrator agrees, at the charge of the request', async () => {
    const asked = [settle(toUser(), { charge: 50n }), settle(toUser(), { charge: 50n, process: there! })];
    expect(await Promise.all(asked)).toEqual(Array(2).fill({ outcome: 'waiting', amount: 60_000_00n }));
    expect(await settle(toUser(), { charge: 70n })).toMatchObject({ outcome: 'waiting' });
    expect(await codeOf(agree(here!, 'grace'))).toBe('APPROVAL_OWN');
    await Promise.allSettled([agree(here!, 'eve'), agree(there!, 'mia')]);
    expect(await settle(toUser())).toMatchObject({ outcome: 'applied' });
    expect(await available()).toBe(60_000_00n - 50n);
    const assigned = (await store.readStream(STREAM)).find(({ type }) => type === 'UnmatchedAssigned');
    expect(assigned).toMatchObject({
      actor: { id: 'grace' },
      data: { approvedBy: expect.stringMatching(/^(?:eve|mia)$/), charge: '50' },
    });
    await books();
  });

  it('lapses when the customer was deleted meanwhile, and stays unmatched', async () => {
    await settle(toUser());
    const forgotten = fact('PersonForgotten', { userId: USER }, systemContext());
    await store.append(userStream(USER), NO_STREAM, [forgotten]);
    expect(await agree(there!, 'mia')).toMatchObject({
      standing: 'lapsed',
      why: expect.stringContaining('deleted'),
    });
    expect((await unmatchedOf(store, PAYMENT)).settlement).toBeUndefined();
    expect(await available()).toBe(0n);
    await settle(toUser(OTHER), { id: 'f2' });
    expect(await agree(there!, 'mia', 'f2')).toMatchObject({ standing: 'applied' });
  });

  it('lapses when it was settled meanwhile', async () => {
    await settle(toUser());
    await settle(back, { id: 'f2', who: 'eve' });
    expect(await agree(here!, 'mia', 'f2')).toMatchObject({ standing: 'applied' });
    expect(await agree(there!, 'mia')).toMatchObject({
      standing: 'lapsed',
      why: expect.stringContaining('assigned or returned before'),
    });
    expect(await available()).toBe(0n);
    expect(await books()).toMatchObject({ 'bank:gtbank': '-6000000' });
  });
});

describe('a payment whose answer was not read', () => {
  beforeEach(arriveUnread);
  const nothing: UnmatchedEnd = { type: 'dismiss' };
  const verify = (answer: Partial<ProviderTransaction>, process = there!) => {
    const provider = new FakeProvider();
    provider.pay('MNFY|1', 'NL-nobody', 5_000n, answer);
    const deps = { eventStore: process.connection, wallets: process.wallets, provider, charge: () => 0n };
    return new VerifyFunding(deps).settle('MNFY|1');
  };

  it('is assigned with the amount that an administrator states, once', async () => {
    for (const stated of [undefined, 0n, -1n])
      expect(await codeOf(settle(toUser(), { stated }))).toBe('UNMATCHED_AMOUNT');
    expect(await settle(toUser(), { stated: 7_000n, charge: 50n })).toMatchObject({ amount: 7_000n });
    await settle(toUser(), { stated: 7_000n, charge: 50n, process: there! });
    expect(await codeOf(settle(toUser(), { stated: 7_000n, id: 'f2', who: 'eve' }))).toBe(
      'UNMATCHED_SETTLED',
    );
    expect(await available()).toBe(6_950n);
    expect((await store.readStream(STREAM)).slice(2).map(({ type, actor }) => [type, actor.kind])).toEqual([
      ['FundingUnmatched', 'admin'],
      ['UnmatchedAssigned', 'admin'],
      ['FundingVerified', 'system'],
    ]);
    expect((await books())['suspense_unmatched'] ?? '0').toBe('0');
  });

  it('is returned with the amount that an administrator states, and stays certain when the line was used', async () => {
    here!.connection.faults.append.push({
      after: async () =>
        void (await bookBankLine(
          store,
          { type: 'top-up', line: { ...LINE, amount: '7', vendor: 1, pays: 'purchases' } },
          { commandId: 'x', reason: 'Stock' },
          by('eve'),
        )),
    });
    expect(await codeOf(settle(back, { stated: 7_000n }))).toBe('BANK_REFERENCE_USED');
    expect(await books()).toMatchObject({ suspense_unmatched: '-7000' });
    const other: UnmatchedEnd = { type: 'return', line: { ...LINE, reference: 'FT-10' } };
    expect(await codeOf(settle(other, { id: 'f2', stated: 7_001n }))).toBe('UNMATCHED_AMOUNT_DIFFERS');
    expect(await settle(other, { id: 'f2' })).toMatchObject({ amount: 7_000n });
    expect(await books()).toMatchObject({ 'bank:gtbank': '-7007' });
  });

  it('waits for a second administrator when the stated amount is above the limit', async () => {
    expect(await settle(toUser(), { stated: 60_000_00n })).toMatchObject({ outcome: 'waiting' });
    expect(await available()).toBe(0n);
    expect(await agree(there!, 'eve')).toMatchObject({ standing: 'applied' });
    expect(await available()).toBe(60_000_00n);
    await books();
  });

  it('lapses as a request when the provider confirmed another amount meanwhile', async () => {
    await settle(toUser(), { stated: 60_000_00n });
    await verify({});
    expect(await agree(there!, 'eve')).toMatchObject({
      standing: 'lapsed',
      why: expect.stringContaining('another amount'),
    });
    expect(await available()).toBe(0n);
    expect(await books()).toMatchObject({ suspense_unmatched: '-5000' });
  });

  it('is dismissed once when no money came, and moves none', async () => {
    for (const process of [here!, there!])
      expect(await settle(nothing, { process })).toEqual({ outcome: 'applied', amount: 0n });
    expect(await count('FundingRejected')).toBe(1);
    expect((await store.readStream(STREAM)).at(-1)).toMatchObject({
      actor: { id: 'grace' },
      data: { commandId: 'f1', reason: 'The customer wrote' },
    });
    expect(await codeOf(settle(toUser(), { id: 'f2', stated: 1n }))).toBe('UNMATCHED_SETTLED');
    expect(await codeOf(settle(toUser(), { stated: 1n }))).toBe('CHANGE_CONFLICT');
    expect(await verify({ paid: undefined })).toBe(true);
    expect(await count('FundingUnread')).toBe(1);
    await books();
  });

  it('is not dismissed once the provider is certain, or when it was certain from the start', async () => {
    await verify({});
    expect(await codeOf(settle(nothing))).toBe('UNMATCHED_CERTAIN');
    store = new MemoryEventStore();
    [here, there] = [new WalletProcess(store), new WalletProcess(store)];
    await arrive(5_000n);
    expect(await codeOf(settle(nothing))).toBe('UNMATCHED_CERTAIN');
  });

  it('is settled by a person or by a certain answer of the provider, never by both, fifty times', async () => {
    for (let round = 0; round < 50; round += 1) {
      await arriveUnread();
      const end = [toUser(), back, nothing][round % 3]!;
      const [decided] = await Promise.all([codeOf(settle(end, { stated: 7_000n })), verify({})]);
      const all = await types();
      expect(all.filter((type) => type === 'FundingUnmatched').length).toBeLessThan(2);
      if (decided !== 'done') {
        expect(all).not.toContain('UnmatchedAssigned');
        expect(all.at(-1)).toBe('FundingUnmatched');
      }
      await books();
    }
  });
});
