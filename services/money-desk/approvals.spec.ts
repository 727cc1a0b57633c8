import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Checkpoints } from '../../infra/checkpoints/checkpoints.js';
import { fact, systemContext } from '../../infra/event-store/event-context.js';
import { NO_STREAM } from '../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { until } from '../../infra/testing/until.js';
import { verifyLedger } from '../audit/verify-ledger.js';
import { userStream } from '../customers/user.events.js';
import { fundingStream, reportFunding } from '../funding/funding.stream.js';
import { walletStream } from '../ledger/streams.js';
import { adjust, buy, fund, USER } from '../wallet/testing/given-wallet.js';
import { WalletProcess } from '../wallet/testing/wallet-process.js';
import { approvalStream, type Work } from './approval.events.js';
import { approvalOf, decideApproval, requestApproval } from './approvals.js';
import type { ManualFundingClaimed } from './bank-entry.events.js';
import { bankEntryStream, creditFromBank, isBooked } from './bank-entries.js';
import { followMoneyDesk } from './follow-money-desk.js';
import { by, finishIn, grantIn } from './testing/approving.js';

let store: MemoryEventStore;
let [here, there]: WalletProcess[] = [];
beforeEach(async () => {
  store = new MemoryEventStore();
  [here, there] = [new WalletProcess(store), new WalletProcess(store)];
  await here.ask(fund(10_000n));
});

const depsOf = (process = here!) => ({ eventStore: process.connection, wallets: process.wallets });
const ADJUSTMENT: Work = { type: 'adjustment', kind: 'correction', before: '10000', after: '9000000' };
const CREDIT: Work = {
  type: 'credit',
  amount: '8000000',
  bank: 'GTBank',
  reference: 'FT-1',
  evidence: 'mail',
};

const ask = (work: Work, approvalId = 'a1', asker = 'grace', reason = 'Paid twice') =>
  requestApproval(store, { approvalId, userId: USER, reason, work }, by(asker));
const grant = (approver = 'eve', approvalId = 'a1') =>
  decideApproval(store, approvalId, { grant: true }, by(approver));
const refuse = (approver = 'eve', approvalId = 'a1') =>
  decideApproval(store, approvalId, { grant: false, reason: 'No proof' }, by(approver));
const agree = (process: WalletProcess, approver: string) => grantIn(process, approver, 'a1');
const codeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
const tell = (transactionReference: string) =>
  reportFunding(store, { provider: 'monnify', transactionReference, by: 'webhook' });
const forget = async () =>
  void (await store.append(userStream(USER), NO_STREAM, [
    fact('PersonForgotten', { userId: USER }, systemContext()),
  ]));
const typesIn = async (stream: string) => (await store.readStream(stream)).map(({ type }) => type);
const available = async () => (await here!.wallets.loadStored(USER)).available;
const sound = async () => {
  const { problems, sum } = await verifyLedger({ eventStore: store });
  expect([problems, sum]).toEqual([[], '0']);
};

describe('an approval', () => {
  it('moves nothing until a second administrator agrees, and names both', async () => {
    await ask(ADJUSTMENT);
    expect(await finishIn(here!, 'a1')).toMatchObject({ standing: 'waiting' });
    expect(await available()).toBe(10_000n);
    expect(await agree(here!, 'eve')).toMatchObject({ standing: 'applied', decidedBy: 'eve' });
    expect((await store.readStream(walletStream(USER))).at(-1)).toMatchObject({
      type: 'WalletAdjusted',
      actor: { id: 'grace' },
      data: { commandId: 'a1', approvedBy: 'eve', availableAfter: '9000000' },
    });
    await sound();
  });

  it('is never granted by its requester, who may withdraw it', async () => {
    await ask(ADJUSTMENT);
    expect(await codeOf(grant('grace'))).toBe('APPROVAL_OWN');
    await refuse('grace');
    expect(await codeOf(grant('eve'))).toBe('APPROVAL_DECIDED');
    expect(await finishIn(here!, 'a1')).toMatchObject({ standing: 'refused', why: 'No proof' });
    expect(await available()).toBe(10_000n);
  });

  it('is requested once, and never under an id that means something else', async () => {
    await Promise.all([ask(ADJUSTMENT), ask(ADJUSTMENT), ask(ADJUSTMENT)]);
    expect(await typesIn(approvalStream('a1'))).toEqual(['ApprovalRequested']);
    expect(await codeOf(ask(CREDIT))).toBe('CHANGE_CONFLICT');
    expect(await codeOf(ask(ADJUSTMENT, 'a1', 'eve'))).toBe('CHANGE_CONFLICT');
    expect(await codeOf(ask(ADJUSTMENT, 'a1', 'grace', 'Another reason'))).toBe('CHANGE_CONFLICT');
    expect(await codeOf(grant('eve', 'none'))).toBe('APPROVAL_NOT_FOUND');
  });

  it('decided by two at the same moment in two processes is decided and done once, 50 times', async () => {
    for (let round = 0; round < 50; round += 1) {
      store = new MemoryEventStore();
      [here, there] = [new WalletProcess(store), new WalletProcess(store)];
      await here.ask(fund(10_000n));
      await ask(ADJUSTMENT);
      const second = round % 2 === 0 ? agree(there!, 'mia') : refuse('mia');
      const both = await Promise.all([codeOf(agree(here, 'eve')), codeOf(second)]);
      expect(both.toSorted()).toEqual(['APPROVAL_DECIDED', 'done']);
      const { standing } = await finishIn(there!, 'a1');
      const changes = (await typesIn(walletStream(USER))).filter((type) => type === 'WalletAdjusted');
      expect(changes).toHaveLength(standing === 'applied' ? 1 : 0);
    }
  });

  it('finished by many at once whose answers are lost is done once', async () => {
    await ask(ADJUSTMENT);
    await grant();
    here!.connection.faults.append.push({ lose: true }, { lose: true });
    there!.connection.faults.append.push({ lose: true });
    const all = await Promise.all([here!, there!, here!, there!].map((process) => finishIn(process, 'a1')));
    expect(all.map(({ standing }) => standing)).toEqual(Array(4).fill('applied'));
    expect((await typesIn(approvalStream('a1'))).filter((type) => type === 'ApprovalApplied')).toHaveLength(
      1,
    );
    expect((await typesIn(walletStream(USER))).filter((type) => type === 'WalletAdjusted')).toHaveLength(1);
  });

  it('lapses for good when the balance moved, even after it returns to the old value', async () => {
    await ask(ADJUSTMENT);
    await here!.ask(buy('p', 500n));
    expect(await agree(here!, 'eve')).toMatchObject({
      standing: 'lapsed',
      why: expect.stringContaining('balance has changed'),
    });
    await here!.ask(adjust(9_500n, 10_000n), by('grace'));
    expect(await finishIn(there!, 'a1')).toMatchObject({ standing: 'lapsed' });
    expect(await available()).toBe(10_000n);
  });

  it('ends the same in every process when the balance moves meanwhile', async () => {
    await ask(ADJUSTMENT);
    await grant();
    await here!.ask(buy('p', 500n));
    // The process dies after the wallet refused. Later the balance is again what the administrator saw.
    here!.connection.faults.append.push({}, { away: true });
    expect(await codeOf(finishIn(here!, 'a1'))).not.toBe('done');
    await there!.ask(adjust(9_500n, 10_000n, { commandId: 'back' }), by('grace'));
    expect(await finishIn(there!, 'a1')).toMatchObject({ standing: 'lapsed' });
    expect(await available()).toBe(10_000n);
  });
});

describe('an approval whose id was used for something else before it is granted', () => {
  const small = { bank: 'UBA', reference: 'R-7', evidence: 'mail', reason: 'Paid in' };

  it.each([
    ['a change of the balance', ADJUSTMENT],
    ['a payment at a bank', CREDIT],
  ])('lapses and is not retried for ever: %s', async (_what, work) => {
    await ask(work);
    const claim = { commandId: 'a1', userId: USER, amount: '500', ...small };
    await creditFromBank(depsOf(), claim, by('grace'));
    expect(await agree(there!, 'eve')).toMatchObject({
      standing: 'lapsed',
      why: expect.stringContaining('Something else'),
    });
    expect(await finishIn(here!, 'a1')).toMatchObject({ standing: 'lapsed' });
    expect(await available()).toBe(10_500n);
    // The bank line can still be booked.
    expect(await typesIn(bankEntryStream('GTBank', 'FT-1'))).toEqual([]);
  });
});

describe('a payment at our bank', () => {
  const entry = (more: Partial<ManualFundingClaimed> = {}): ManualFundingClaimed => ({
    commandId: 'c1',
    userId: USER,
    amount: '500',
    bank: 'GTBank',
    reference: 'FT 2603-1',
    evidence: 'mail',
    reason: 'Paid in',
    ...more,
  });
  const credit = (process: WalletProcess, more: Partial<ManualFundingClaimed> = {}) =>
    creditFromBank(depsOf(process), entry(more), by('grace'));

  it('is credited once, from the bank', async () => {
    await credit(here!);
    await credit(there!);
    expect(await available()).toBe(10_500n);
    expect((await store.readStream(walletStream(USER))).at(-1)?.data).toMatchObject({
      reference: 'FT 2603-1',
      postings: [
        { account: 'bank:gtbank', amount: '500' },
        { account: `user_available:${USER}`, amount: '-500' },
      ],
    });
    await sound();
  });

  it('is credited to one wallet only, in any spelling of its reference, by two processes at the same moment', async () => {
    for (let round = 0; round < 50; round += 1) {
      const reference = `FT-${round}`;
      const both = await Promise.all([
        codeOf(credit(here!, { commandId: `x${round}`, reference })),
        codeOf(credit(there!, { commandId: `y${round}`, reference: ` ft ${round}`, bank: 'GT-bank' })),
      ]);
      expect(both.toSorted()).toEqual(['BANK_REFERENCE_USED', 'done']);
    }
    expect(await available()).toBe(10_000n + 50n * 500n);
    expect(await isBooked(store, entry({ commandId: 'z', reference: 'ft-0' }))).toBe(true);
    expect(await isBooked(store, entry({ commandId: 'z', reference: 'FT-0', bank: 'UBA' }))).toBe(false);
  });

  it('is refused when its form is repeated with another amount', async () => {
    await credit(here!);
    expect(await codeOf(credit(here!, { amount: '600' }))).toBe('CHANGE_CONFLICT');
    expect(await available()).toBe(10_500n);
  });

  it('is refused when its form is repeated for another line, and takes none', async () => {
    await credit(here!);
    expect(await codeOf(credit(there!, { reference: 'FT-2' }))).toBe('CHANGE_CONFLICT');
    expect(await typesIn(bankEntryStream('GTBank', 'FT-2'))).toEqual([]);
    await credit(there!, { reference: 'FT-2', commandId: 'c2' });
    expect(await available()).toBe(11_000n);
    await sound();
  });

  it('lapses when it belongs to a provider, reported or not and in any spelling, and takes no line', async () => {
    await ask({ ...CREDIT, reference: ' mnfy-04 20211117112842 000170' });
    expect(await agree(there!, 'eve')).toMatchObject({
      standing: 'lapsed',
      why: expect.stringContaining('payment of a provider'),
    });
    expect(await typesIn(fundingStream('monnify', 'MNFY|04|20211117112842|000170'))).toEqual([
      'FundingReported',
    ]);
    expect(await available()).toBe(10_000n);
    expect(await typesIn(bankEntryStream('GTBank', 'MNFY04 20211117112842 000170'))).toEqual([]);
  });

  it('credited after a crash stays credited, though its provider reports it or the customer is deleted', async () => {
    await ask(CREDIT);
    await grant();
    const { type: _credit, ...line } = CREDIT as Extract<Work, { type: 'credit' }>;
    const dead = {
      newest: here!.wallets.newest.bind(here!.wallets),
      handle: () => Promise.reject(new Error('killed')),
    };
    const claim = { ...line, commandId: 'a1', userId: USER, reason: 'Paid twice', approvedBy: 'eve' };
    const lost = creditFromBank({ eventStore: store, wallets: dead }, claim, by('grace'));
    await expect(lost).rejects.toThrow('killed');
    await tell('FT-1');
    await forget();
    expect(await finishIn(there!, 'a1')).toMatchObject({ standing: 'applied' });
    expect(await available()).toBe(10_000n + 80_000_00n);
    await sound();
  });

  it('lapses when the customer was deleted since the request', async () => {
    await ask(CREDIT);
    await forget();
    expect(await agree(there!, 'eve')).toMatchObject({
      standing: 'lapsed',
      why: expect.stringContaining('deleted'),
    });
    expect(await available()).toBe(10_000n);
    expect(await typesIn(bankEntryStream('GTBank', 'FT-1'))).toEqual([]);
  });

  it('of a balance lapses for a deleted customer, unless it is done or takes money away', async () => {
    await ask(ADJUSTMENT);
    await grant();
    // The process died before it stored the outcome.
    const done = { commandId: 'a1', reason: 'Paid twice', approvedBy: 'eve' };
    await here!.ask(adjust(10_000n, 9_000_000n, done), by('grace'));
    await ask({ ...ADJUSTMENT, before: '9000000', after: '9999999' }, 'a2');
    await ask({ ...ADJUSTMENT, before: '9000000', after: '0' }, 'a3');
    await forget();
    await grant('eve', 'a2');
    await grant('eve', 'a3');
    const ends = await Promise.all(['a1', 'a2', 'a3'].map((id) => finishIn(there!, id)));
    expect(ends.map(({ standing }) => standing)).toEqual(['applied', 'lapsed', 'applied']);
    expect(ends[1]?.why).toContain('deleted');
    expect(await available()).toBe(0n);
  });

  it('that changes nothing lapses and is not retried for ever', async () => {
    await ask({ ...ADJUSTMENT, after: '10000' });
    expect(await agree(here!, 'eve')).toMatchObject({ standing: 'lapsed' });
  });

  it('refused or lapsed answers a repeated form with APPROVAL_DECIDED', async () => {
    await ask(ADJUSTMENT);
    await refuse();
    expect(await codeOf(ask(ADJUSTMENT))).toBe('APPROVAL_DECIDED');
    await ask(CREDIT, 'a2');
    await credit(here!, { bank: 'GTBank', reference: 'FT-1' });
    await grant('eve', 'a2');
    await finishIn(here!, 'a2');
    expect(await codeOf(ask(CREDIT, 'a2'))).toBe('APPROVAL_DECIDED');
  });

  it('lapses when its line was booked by another form meanwhile', async () => {
    await ask(CREDIT);
    await credit(here!, { bank: 'GTBank', reference: 'FT-1' });
    expect(await agree(there!, 'eve')).toMatchObject({ standing: 'lapsed' });
    expect(await available()).toBe(10_500n);
  });
});

describe('after a crash', () => {
  const checkpoints: Checkpoints = { load: () => Promise.resolve(undefined), save: () => Promise.resolve() };
  const follow = async (done: () => Promise<boolean>) => {
    const stopping = new AbortController();
    const errors: unknown[] = [];
    const ended = followMoneyDesk({
      ...depsOf(there),
      eventStore: store,
      checkpoints,
      signal: stopping.signal,
      soleOwnerDelayMs: 3_600_000,
      logger: { error: (facts: unknown) => void errors.push(facts) },
    });
    await until(done);
    stopping.abort();
    await ended;
    expect(errors).toEqual([]);
  };

  it('does approved work once', async () => {
    await ask(ADJUSTMENT);
    await grant();
    await follow(async () => (await approvalOf(store, 'a1')).standing === 'applied');
    await follow(async () => (await approvalOf(store, 'a1')).standing === 'applied');
    expect(await available()).toBe(9_000_000n);
    await sound();
  });

  it('credits a taken bank line once', async () => {
    const claim = { commandId: 'c1', userId: USER, amount: '500', bank: 'UBA', reference: 'R1' };
    here!.connection.faults.append.push({}, { away: true }, { away: true }, { away: true }, { away: true });
    const lost = creditFromBank(depsOf(), { ...claim, evidence: 'mail', reason: 'Paid in' }, by('grace'));
    await expect(lost).rejects.toThrow();
    expect(await typesIn(bankEntryStream('UBA', 'R1'))).toEqual(['ManualFundingClaimed']);
    expect(await available()).toBe(10_000n);
    await follow(async () => (await available()) === 10_500n);
    await sound();
  });
});
