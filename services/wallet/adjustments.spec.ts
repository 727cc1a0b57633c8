import { describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { HOUSE_USER_ID, walletStream } from '../ledger/streams.js';
import { adjust, buy, fund, fundHouse, given, givenHouse, START, USER } from './testing/given-wallet.js';
import { WalletProcess } from './testing/wallet-process.js';

describe('a balance that an administrator changes', () => {
  it('is raised against the account of its adjustment kind', () =>
    given(fund(500n))
      .when(adjust(500n, 750n, { kind: 'goodwill', commandId: 'c1', approvedBy: 'eve' }))
      .thenExpect(([draft], wallet) => {
        expect(draft).toEqual({
          type: 'WalletAdjusted',
          data: {
            userId: 'ada',
            commandId: 'c1',
            kind: 'goodwill',
            delta: '250',
            approvedBy: 'eve',
            reason: 'Credited twice by mistake',
            availableBefore: '500',
            availableAfter: '750',
            heldAfter: '0',
            postings: [
              { account: 'adjustment:goodwill', amount: '250' },
              { account: 'user_available:ada', amount: '-250' },
            ],
          },
        });
        expect(wallet.available).toBe(750n);
      }));

  it('can be lowered to zero, and holds stay held', () => {
    const wallet = given(fund(500n), buy('a', 200n));
    wallet.when(adjust(300n, 0n)).thenExpect(([draft], { available, held }) => {
      expect(draft?.data).toMatchObject({ delta: '-300', availableAfter: '0', heldAfter: '200' });
      expect([available, held]).toEqual([0n, 200n]);
    });
  });

  it('refuses a negative balance, an unchanged balance and an empty reason', () => {
    const { when } = given(fund(500n));
    when(adjust(500n, -1n)).thenRefused('VALIDATION_FAILED', 'after: must not be below zero');
    when(adjust(500n, 500n)).thenRefused('VALIDATION_FAILED', 'after: is what the balance is already');
    when(adjust(500n, 1n, { reason: ' \n' })).thenRefused('VALIDATION_FAILED', 'reason: must not be empty');
  });

  it('is left unchanged when it moved since it was seen, and the refusal names the current balance', () =>
    given(fund(500n), buy('a', 200n))
      .when(adjust(500n, 900n))
      .thenRefused(
        'STALE_EDIT',
        'This was changed since you opened it. The balance is now ₦3.00. Load it again.',
      ));

  it('changes once for a repeated form, also when the balance moved in between', () => {
    const { when } = given(fund(500n), adjust(500n, 750n, { commandId: 'c1' }), buy('a', 100n));
    when(adjust(500n, 750n, { commandId: 'c1' })).thenNothing();
    when(adjust(650n, 700n, { commandId: 'c1' })).thenRefused('CHANGE_CONFLICT');
    when(adjust(650n, 700n, { commandId: 'c2' })).thenOnce();
  });

  it('opens the wallet of a customer who never had money', () =>
    given()
      .when(adjust(0n, 100n))
      .thenExpect((drafts) =>
        expect(drafts.map(({ type }) => type)).toEqual(['WalletOpened', 'WalletAdjusted']),
      ));
});

describe('the house wallet', () => {
  it('is funded once from our own capital, and pays for purchases like any other wallet', () => {
    const house = givenHouse(fundHouse(500n, 'c1'));
    house.when(fundHouse(500n, 'c1')).thenNothing();
    house.when(fundHouse(600n, 'c1')).thenRefused('CHANGE_CONFLICT');
    house.when(fundHouse(0n, 'c2')).thenRefused('VALIDATION_FAILED', 'amount: must be more than nothing');
    house.when(fundHouse(100n, 'c2')).thenExpect(([draft]) =>
      expect(draft).toMatchObject({
        type: 'HouseFunded',
        data: {
          userId: HOUSE_USER_ID,
          amount: '100',
          availableBefore: '500',
          availableAfter: '600',
          postings: [
            { account: 'house_capital', amount: '100' },
            { account: `user_available:${HOUSE_USER_ID}`, amount: '-100' },
          ],
        },
      }),
    );
    house.when(buy('a', 600n)).thenOnce();
  });

  it('is the only wallet that can be funded from capital', () =>
    expect(() => given().when(fundHouse(1n)).thenNothing()).toThrow('only the house wallet'));
});

describe('two administrators in two processes', () => {
  const actor = (id: string) => ({ actor: { kind: 'admin', id } as const, now: START });

  it('change the same balance at the same moment: one succeeds, the other is refused with the current balance', async () => {
    for (let round = 0; round < 50; round += 1) {
      const store = new MemoryEventStore();
      const [here, there] = [new WalletProcess(store), new WalletProcess(store)];
      await here.ask(fund(1_000n));
      await there.wallets.load(USER);
      const ask = (process: WalletProcess, after: bigint, id: string) =>
        process.ask(adjust(1_000n, after, { commandId: id }), actor(id)).then(
          () => 'applied',
          (error: { code: string }) => error.code,
        );
      const both = await Promise.all([ask(here, 2_000n, 'a'), ask(there, 3_000n, 'b')]);
      expect(both.toSorted()).toEqual(['STALE_EDIT', 'applied']);
      const stored = await store.readStream(walletStream(USER));
      expect(stored.filter(({ type }) => type === 'WalletAdjusted')).toHaveLength(1);
    }
  });

  it('send the same form: the change happens once, and a lost answer causes no second change', async () => {
    const store = new MemoryEventStore();
    const [here, there] = [new WalletProcess(store), new WalletProcess(store)];
    await here.ask(fund(1_000n));
    here.connection.faults.append.push({ lose: true });
    const change = adjust(1_000n, 1_500n, { commandId: 'same' });
    const all = await Promise.all([here.ask(change), there.ask(change), here.ask(change), there.ask(change)]);
    expect(all.map(({ wallet }) => wallet.available)).toEqual([1_500n, 1_500n, 1_500n, 1_500n]);
    const stored = await store.readStream(walletStream(USER));
    expect(stored.filter(({ type }) => type === 'WalletAdjusted')).toHaveLength(1);
  });
});
