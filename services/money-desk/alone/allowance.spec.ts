import { beforeEach, describe, expect, it } from '@jest/globals';
import { fact } from '../../../infra/event-store/event-context.js';
import { NO_STREAM } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { verifyLedger } from '../../audit/verify-ledger.js';
import { HOUSE_USER_ID, walletStream } from '../../ledger/streams.js';
import { fund, START, USER } from '../../wallet/testing/given-wallet.js';
import { WalletProcess } from '../../wallet/testing/wallet-process.js';
import { AdjustWallet, AdjustWalletHandler } from '../adjust-wallet.handler.js';
import { countAlone, leftAlone } from './allowance.js';
import { allowanceStream, type BankMovement } from '../approval.events.js';
import { approvalOf, decideApproval, finishApproval } from '../approvals.js';
import { BookBankMovement, BookBankMovementHandler } from '../book-bank-movement.handler.js';
import { CreditManually, CreditManuallyHandler } from '../credit-manually.handler.js';
import { FundHouse, FundHouseHandler } from '../fund-house.handler.js';

/** Moved alone per administrator and Lagos day. */
const LIMIT = { ADJUSTMENT_APPROVAL_LIMIT: '500', ALONE_DAILY_CAP: '900000' };
const WHOLE = 500_00n;
const LIMITS = { each: WHOLE, all: 900_000_00n };
const PART = 200_00n;
const OTHER = 'user-other';
const NEXT_DAY = new Date(START.getTime() + 24 * 3_600_000);

let store: MemoryEventStore;
let [here, there]: WalletProcess[] = [];
beforeEach(async () => {
  store = new MemoryEventStore();
  [here, there] = [new WalletProcess(store), new WalletProcess(store)];
  await here.ask(fund(1_000n));
});

interface By {
  readonly id?: string;
  readonly who?: string;
  readonly now?: Date;
  readonly process?: WalletProcess;
  /** Owner of the wallet. */
  readonly user?: string;
}
const context = ({ who = 'grace', now = START }: By) =>
  ({ actor: { kind: 'admin', id: who }, correlationId: who, now }) as const;
const house = (amount: bigint, by: By = {}) => {
  const { wallets, connection } = by.process ?? here!;
  const command = new FundHouse(amount, 'Stock', context(by), by.id ?? 'h1');
  return new FundHouseHandler(wallets, connection, LIMIT).execute(command);
};
const adjust = (before: bigint, after: bigint, by: By = {}) => {
  const { wallets, connection } = by.process ?? here!;
  const { user = USER, id = 'a1' } = by;
  const command = new AdjustWallet(user, { before, after }, 'Paid twice', context(by), id);
  return new AdjustWalletHandler(wallets, connection, LIMIT).execute(command);
};
const credit = (amount: bigint, reference: string, by: By = {}) => {
  const { wallets, connection } = by.process ?? here!;
  const vault = { loadKeys: async () => undefined, seal: () => 'sealed' };
  const payment = {
    userId: by.user ?? USER,
    amount,
    bank: 'GTBank',
    reference,
    depositor: 'ADA OBI',
    evidence: 'mail',
    reason: 'Paid in',
  };
  const command = new CreditManually(payment, context(by), by.id ?? 'c1');
  return new CreditManuallyHandler(wallets, connection, vault, LIMIT).execute(command);
};
const book = (movement: BankMovement, by: By) =>
  new BookBankMovementHandler((by.process ?? here!).connection, LIMIT).execute(
    new BookBankMovement(movement, 'Stock', context(by), by.id ?? 't1'),
  );
const lineOf = (amount: bigint, reference: string) => ({
  bank: 'GTBank',
  reference,
  evidence: 'mail',
  amount: String(amount),
});
const topUp = (amount: bigint, by: By = {}, reference = 'T1') =>
  book({ type: 'top-up', line: { ...lineOf(amount, reference), vendor: 1, pays: 'purchases' } }, by);
const settle = (amount: bigint, by: By = {}, reference = 'S1') =>
  book({ type: 'settlement', line: { ...lineOf(amount, reference), provider: 'monnify', fee: '0' } }, by);
const codeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
const grant = async (id: string, who = 'eve') => {
  await decideApproval(store, id, { grant: true }, context({ who }));
  return finishApproval({ eventStore: store, wallets: here!.wallets }, id);
};
const left = (who = 'grace', now = START) => leftAlone(store, LIMITS, who, now);
const available = async (userId: string) => (await here!.wallets.loadStored(userId)).available;
const sound = async () => {
  const { problems, sum } = await verifyLedger({ eventStore: store });
  expect([problems, sum]).toEqual([[], '0']);
};

describe('the amount one administrator moves alone', () => {
  it('is one limit for all manual movements of a Lagos day, and starts again the next day', async () => {
    expect((await adjust(1_000n, 1_000n + PART)).outcome).toBe('applied');
    expect((await credit(PART, 'FT-1')).outcome).toBe('applied');
    expect(await left()).toBe(WHOLE - 2n * PART);
    const more = [
      adjust(1_000n + 2n * PART, 1_000n + 3n * PART, { id: 'a2' }),
      credit(PART, 'FT-2', { id: 'c2' }),
      house(PART),
    ];
    expect((await Promise.all(more)).map(({ outcome }) => outcome)).toEqual(Array(3).fill('waiting'));
    expect(await topUp(PART)).toBe('waiting');
    expect((await house(WHOLE - 2n * PART, { id: 'h2' })).outcome).toBe('applied');
    expect(await left()).toBe(0n);
    expect((await house(1n, { id: 'h3' })).outcome).toBe('waiting');
    expect((await house(WHOLE, { id: 'h4', who: 'eve' })).outcome).toBe('applied');
    expect(await left('grace', NEXT_DAY)).toBe(WHOLE);
    expect((await house(WHOLE, { id: 'h5', now: NEXT_DAY })).outcome).toBe('applied');
    await sound();
  });

  it('counts money taken like money given', async () => {
    await adjust(1_000n, 1_000n + PART);
    await adjust(1_000n + PART, 1_000n, { id: 'a2' });
    expect(await left()).toBe(WHOLE - 2n * PART);
  });

  it('leaves approved movements out, and counts a repeated form once, also on a later day', async () => {
    await house(WHOLE + 1n);
    await grant('h1');
    expect(await left()).toBe(WHOLE);
    for (const now of [START, START, NEXT_DAY]) {
      expect((await house(PART, { id: 'h2', now })).outcome).toBe('applied');
      expect((await adjust(1_000n, 1_100n, { now })).outcome).toBe('applied');
      expect((await credit(PART, 'FT-1', { now })).outcome).toBe('applied');
    }
    expect(await left()).toBe(WHOLE - 2n * PART - 100n);
    expect(await left('grace', NEXT_DAY)).toBe(WHOLE);
    expect(await available(HOUSE_USER_ID)).toBe(WHOLE + 1n + PART);
    await sound();
  });

  it('counts no invalid or stale request', async () => {
    await expect(adjust(999n, 2_000n)).rejects.toMatchObject({ code: 'STALE_EDIT' });
    await expect(adjust(1_000n, -1n)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await left()).toBe(WHOLE);
  });

  it('is not raised by a form repeated for something else, in another process either', async () => {
    const process = there!;
    const forms: readonly [string, (() => Promise<unknown>)[]][] = [
      ['another wallet', [() => adjust(1_000n, 1_300n), () => adjust(0n, 300n, { user: OTHER, process })]],
      ['another customer', [() => credit(1n, 'C1'), () => credit(1n, 'C2', { user: OTHER, process })]],
      ['another line', [() => topUp(1n), () => topUp(1n, { process }, 'T2')]],
      ['another settlement', [() => settle(1n, { id: 's1' }), () => settle(1n, { id: 's1', process }, 'S2')]],
      ['another amount', [() => topUp(1n, { id: 't2' }, 'T3'), () => topUp(WHOLE, { id: 't2' }, 'T4')]],
    ];
    for (const [what, [first, second]] of forms) {
      expect([what, await codeOf(first!())]).toEqual([what, 'done']);
      expect([what, await codeOf(second!())]).toEqual([what, 'CHANGE_CONFLICT']);
      // Sending the first form again succeeds and is counted once.
      expect([what, await codeOf(first!())]).toEqual([what, 'done']);
    }
    expect(await left()).toBe(WHOLE - 304n);
    expect(await available(OTHER)).toBe(0n);
    const both = [topUp(1n, { id: 't3' }, 'T5'), topUp(1n, { id: 't3', process }, 'T6')].map(codeOf);
    expect((await Promise.all(both)).toSorted()).toEqual(['CHANGE_CONFLICT', 'done']);
    expect(await left()).toBe(WHOLE - 305n);
    await sound();
  });

  it('includes a movement counted without a subject, which covers no repetition', async () => {
    const movement = { commandId: 'x', subject: 'wallet-ada', amount: PART };
    const counted = fact('MovedAlone', { commandId: 'x', amount: String(PART) }, context({}));
    await store.append(allowanceStream('grace', '2026-03-01'), NO_STREAM, [counted]);
    expect(await left()).toBe(WHOLE - PART);
    expect(await countAlone(store, movement, LIMITS, context({}))).toBe(true);
    expect(await countAlone(store, movement, LIMITS, context({}))).toBe(true);
    expect(await left()).toBe(WHOLE - 2n * PART);
    const other = countAlone(store, { ...movement, subject: 'wallet-eve' }, LIMITS, context({}));
    expect(await codeOf(other)).toBe('CHANGE_CONFLICT');
    expect(await countAlone(store, { ...movement, commandId: 'y' }, LIMITS, context({}))).toBe(false);
  });

  it('is not raised by a form repeated with another amount', async () => {
    const asked = { commandId: 'x', subject: 'wallet-ada', amount: 1n };
    expect(await countAlone(store, asked, LIMITS, context({}))).toBe(true);
    expect(await countAlone(store, { ...asked, amount: WHOLE }, LIMITS, context({}))).toBe(true);
    expect(await left()).toBe(0n);
    expect(await countAlone(store, { ...asked, commandId: 'y' }, LIMITS, context({}))).toBe(false);
  });

  it('is never exceeded by two processes at the same moment, 50 times', async () => {
    for (let round = 0; round < 50; round += 1) {
      const who = `grace-${round}`;
      const all = await Promise.all(
        [here!, there!, here!, there!].map((process, each) =>
          house(PART, { process, who, id: `r${round}-${each}` }),
        ),
      );
      expect(all.map(({ outcome }) => outcome).toSorted()).toEqual([
        'applied',
        'applied',
        'waiting',
        'waiting',
      ]);
    }
    expect(await available(HOUSE_USER_ID)).toBe(100n * PART);
    await sound();
  });

  it('is counted and moved once when an answer is lost and the command repeated', async () => {
    here!.connection.faults.append.push({ lose: true }, { lose: true });
    expect((await house(PART)).outcome).toBe('applied');
    there!.connection.faults.append.push({ lose: true });
    expect((await house(PART, { process: there! })).outcome).toBe('applied');
    expect(await store.readStream(allowanceStream('grace', '2026-03-01'))).toHaveLength(1);
    expect(await available(HOUSE_USER_ID)).toBe(PART);
  });

  it('never covers a movement that waits for approval, not even the next day', async () => {
    await house(WHOLE, { id: 'h1' });
    expect((await house(PART, { id: 'h2' })).outcome).toBe('waiting');
    expect((await house(PART, { id: 'h2', now: NEXT_DAY })).outcome).toBe('waiting');
    expect(await available(HOUSE_USER_ID)).toBe(WHOLE);
    expect((await approvalOf(store, 'h2')).standing).toBe('waiting');
  });
});

describe('house funding above the limit', () => {
  it('moves once when a second administrator agrees, with the ids of both', async () => {
    expect(await house(WHOLE + 1n)).toEqual({ outcome: 'waiting', approvalId: 'h1', available: 0n });
    await expect(grant('h1', 'grace')).rejects.toMatchObject({ code: 'APPROVAL_OWN' });
    expect(await available(HOUSE_USER_ID)).toBe(0n);
    expect(await grant('h1')).toMatchObject({ standing: 'applied' });
    expect(await grant('h1')).toMatchObject({ standing: 'applied' });
    expect(await house(WHOLE + 1n)).toMatchObject({ outcome: 'applied', available: WHOLE + 1n });
    expect((await store.readStream(walletStream(HOUSE_USER_ID))).at(-1)).toMatchObject({
      type: 'HouseFunded',
      actor: { id: 'grace' },
      data: { approvedBy: 'eve', amount: String(WHOLE + 1n), commandId: 'h1' },
    });
    await sound();
  });
});
