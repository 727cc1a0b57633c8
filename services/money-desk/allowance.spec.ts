import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { verifyLedger } from '../audit/verify-ledger.js';
import { HOUSE_USER_ID, walletStream } from '../ledger/streams.js';
import { fund, START, USER } from '../wallet/testing/given-wallet.js';
import { WalletProcess } from '../wallet/testing/wallet-process.js';
import { AdjustWallet, AdjustWalletHandler } from './adjust-wallet.handler.js';
import { countAlone, leftAlone } from './allowance.js';
import { allowanceStream } from './allowance.events.js';
import { approvalOf, decideApproval, finishApproval } from './approvals.js';
import { BookBankMovement, BookBankMovementHandler } from './book-bank-movement.handler.js';
import { CreditManually, CreditManuallyHandler } from './credit-manually.handler.js';
import { FundHouse, FundHouseHandler } from './fund-house.handler.js';

/** What one administrator moves alone on one Lagos day, all of it together. */
const LIMIT = { ADJUSTMENT_APPROVAL_LIMIT: '500' };
const WHOLE = 500_00n;
const PART = 200_00n;
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
  const command = new AdjustWallet(USER, { before, after }, 'Paid twice', context(by), by.id ?? 'a1');
  return new AdjustWalletHandler(wallets, connection, LIMIT).execute(command);
};
const credit = (amount: bigint, reference: string, by: By = {}) => {
  const { wallets, connection } = by.process ?? here!;
  const vault = { loadKeys: async () => undefined, seal: () => 'sealed' };
  const payment = {
    ...{ userId: USER, amount, bank: 'GTBank', reference, depositor: 'ADA OBI' },
    ...{ evidence: 'mail', reason: 'Paid in' },
  };
  const command = new CreditManually(payment, context(by), by.id ?? 'c1');
  return new CreditManuallyHandler(wallets, connection, vault, LIMIT).execute(command);
};
const topUp = (amount: bigint, by: By = {}) => {
  const line = { bank: 'GTBank', reference: 'T1', evidence: 'mail', vendor: 1, amount: String(amount) };
  const movement = { type: 'top-up', line: { ...line, pays: 'purchases' } } as const;
  const command = new BookBankMovement(movement, 'Stock', context(by), by.id ?? 't1');
  return new BookBankMovementHandler((by.process ?? here!).connection, LIMIT).execute(command);
};
const grant = async (id: string, who = 'eve') => {
  await decideApproval(store, id, { grant: true }, context({ who }));
  return finishApproval({ eventStore: store, wallets: here!.wallets }, id);
};
const left = (who = 'grace', now = START) => leftAlone(store, WHOLE, who, now);
const available = async (userId: string) => (await here!.wallets.loadStored(userId)).available;
const sound = async () => {
  const { problems, sum } = await verifyLedger({ eventStore: store });
  expect([problems, sum]).toEqual([[], '0']);
};

describe('what one administrator moves alone', () => {
  it('is one limit for everything moved by hand on a Lagos day, and the next day begins anew', async () => {
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

  it('counts what is taken like what is given', async () => {
    await adjust(1_000n, 1_000n + PART);
    await adjust(1_000n + PART, 1_000n, { id: 'a2' });
    expect(await left()).toBe(WHOLE - 2n * PART);
  });

  it('does not count what a second one agreed on, and counts a repeated form once, on a later day too', async () => {
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

  it('counts nothing that was nonsense or came too late', async () => {
    await expect(adjust(999n, 2_000n)).rejects.toMatchObject({ code: 'STALE_EDIT' });
    await expect(adjust(1_000n, -1n)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await left()).toBe(WHOLE);
  });

  it('is not more when the same form is sent again with another amount', async () => {
    const asked = { commandId: 'x', amount: 1n };
    expect(await countAlone(store, asked, WHOLE, context({}))).toBe(true);
    expect(await countAlone(store, { ...asked, amount: WHOLE }, WHOLE, context({}))).toBe(true);
    expect(await left()).toBe(0n);
    expect(await countAlone(store, { commandId: 'y', amount: 1n }, WHOLE, context({}))).toBe(false);
  });

  it('is never more in two processes at the same moment, 50 times', async () => {
    for (let round = 0; round < 50; round += 1) {
      const who = `grace-${round}`;
      const all = await Promise.all(
        [here!, there!, here!, there!].map((process, each) =>
          house(PART, { process, who, id: `r${round}-${each}` }),
        ),
      );
      expect(all.map(({ outcome }) => outcome).toSorted()).toEqual([
        ...['applied', 'applied'],
        ...['waiting', 'waiting'],
      ]);
    }
    expect(await available(HOUSE_USER_ID)).toBe(100n * PART);
    await sound();
  });

  it('whose answer is lost is counted once and moved once by whoever repeats it', async () => {
    here!.connection.faults.append.push({ lose: true }, { lose: true });
    expect((await house(PART)).outcome).toBe('applied');
    there!.connection.faults.append.push({ lose: true });
    expect((await house(PART, { process: there! })).outcome).toBe('applied');
    expect(await store.readStream(allowanceStream('grace', '2026-03-01'))).toHaveLength(1);
    expect(await available(HOUSE_USER_ID)).toBe(PART);
  });

  it('that was asked for is never moved alone, though there is room again on the next day', async () => {
    await house(WHOLE, { id: 'h1' });
    expect((await house(PART, { id: 'h2' })).outcome).toBe('waiting');
    expect((await house(PART, { id: 'h2', now: NEXT_DAY })).outcome).toBe('waiting');
    expect(await available(HOUSE_USER_ID)).toBe(WHOLE);
    expect((await approvalOf(store, 'h2')).standing).toBe('waiting');
  });
});

describe('house funding above the limit', () => {
  it('moves when a second one agrees, once, with the names of both', async () => {
    expect(await house(WHOLE + 1n)).toEqual({ outcome: 'waiting', approvalId: 'h1', available: 0n });
    await expect(grant('h1', 'grace')).rejects.toMatchObject({ code: 'APPROVAL_OWN' });
    expect(await available(HOUSE_USER_ID)).toBe(0n);
    expect(await grant('h1')).toMatchObject({ standing: 'applied' });
    expect(await grant('h1')).toMatchObject({ standing: 'applied' });
    expect(await house(WHOLE + 1n)).toMatchObject({ outcome: 'applied', available: WHOLE + 1n });
    expect((await store.readStream(walletStream(HOUSE_USER_ID))).at(-1)).toMatchObject({
      ...{ type: 'HouseFunded', actor: { id: 'grace' } },
      data: { approvedBy: 'eve', amount: String(WHOLE + 1n), commandId: 'h1' },
    });
    await sound();
  });
});
