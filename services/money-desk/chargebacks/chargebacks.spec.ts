import { beforeEach, describe, expect, it } from '@jest/globals';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';
import { NO_STREAM, type NewEvent } from '../../../infra/event-store/event-store.js';
import { newEvent } from '../../../infra/event-store/testing/new-event.js';
import { userStream } from '../../customers/user.events.js';
import { fundingStream } from '../../funding/funding.stream.js';
import { buy, capture, fund, USER } from '../../wallet/testing/given-wallet.js';
import { recordChargeback } from './chargebacks.js';
import { by } from '../testing/approving.js';
import { codeOf, DisputeWorld, FIRST, MONNIFY, SECOND } from './testing/dispute-world.js';

let world: DisputeWorld;
beforeEach(async () => {
  world = new DisputeWorld();
  await world.pay(FIRST, 5_000n, 50n);
});

describe('a chargeback', () => {
  it('leaves the provider’s account and the wallet, once, and the fee is our cost', async () => {
    expect(await world.record({ fee: 100n })).toEqual({ userId: USER, taken: { debited: 4_950n, loss: 0n } });
    // Repeat the command after a lost answer, also in another process.
    const again = { userId: USER, taken: { debited: 4_950n, loss: 0n } };
    expect(await world.record({ fee: 100n, process: world.there })).toEqual(again);
    expect(await world.record({ fee: 100n })).toEqual(again);
    await world.finishAll();
    expect(await world.count('FundingChargedBack')).toBe(1);
    expect(await world.available()).toBe(0n);
    expect(await world.books()).toMatchObject({ 'psp_receivable:monnify': '-60', psp_fee: '110' });
    expect((await world.all()).find(({ type }) => type === 'FundingChargedBack')).toMatchObject({
      actor: { kind: 'admin', id: 'grace' },
    });
  });

  it('takes the available balance, never a hold, and books the rest as our loss', async () => {
    await world.here.ask(buy('p1', 3_000n));
    expect(await world.record()).toMatchObject({ taken: { debited: 1_950n, loss: 3_000n } });
    expect(await world.wallet()).toMatchObject({ available: 0n, held: 3_000n });
    expect(await world.books()).toMatchObject({ chargeback_loss: '3000' });
    // The hold is captured as usual.
    await world.here.ask(capture('p1', 2_900n));
    expect(await world.wallet()).toMatchObject({ available: 0n, held: 0n });
    await world.books();
  });

  it('of an empty wallet is our loss only', async () => {
    await world.here.ask(buy('p1', 4_950n));
    await world.here.ask(capture('p1', 4_900n));
    expect(await world.record()).toMatchObject({ taken: { debited: 0n, loss: 4_950n } });
    expect(await world.books()).toMatchObject({ chargeback_loss: '4950' });
  });

  it('concurrent with a purchase takes only the rest and never a hold, fifty times', async () => {
    for (let round = 0; round < 50; round += 1) {
      world = new DisputeWorld();
      await world.pay(FIRST, 5_000n, 50n, round % 2 === 0 ? world.here : world.there);
      const bought = () => world.there.codeOf(buy('p1', 4_000n));
      const [purchase, chargeback] = await Promise.all(
        round % 3 === 0 ? [bought(), world.record()] : [world.record().then(() => bought()), world.record()],
      );
      const taken = (chargeback as Awaited<ReturnType<DisputeWorld['record']>>).taken!;
      const held = purchase === 'accepted' ? 4_000n : 0n;
      expect(['accepted', 'INSUFFICIENT_FUNDS']).toContain(purchase);
      expect(await world.wallet()).toMatchObject({ available: 4_950n - held - taken.debited, held });
      expect(taken.debited + taken.loss).toBe(4_950n);
      await world.books();
    }
  });

  it('is recorded once by two administrators at once, fifty times, and the other is refused', async () => {
    for (let round = 0; round < 50; round += 1) {
      world = new DisputeWorld();
      await world.pay(FIRST, 5_000n);
      await world.pay(SECOND, 5_000n);
      const other = {
        process: world.there,
        id: 'f2',
        who: 'eve',
        dispute: 'cb 1',
        amount: 2_000n,
        // Dispute about the same payment or another.
        payment: round % 2 === 0 ? FIRST : SECOND,
      };
      const both = await Promise.all([codeOf(world.record({ amount: 2_000n })), codeOf(world.record(other))]);
      expect(both.toSorted()).toEqual(['DISPUTE_RECORDED', 'done']);
      await world.finishAll();
      expect(await world.count('FundingChargedBack')).toBe(1);
      expect(await world.available()).toBe(8_000n);
      await world.books();
    }
  });

  it('in parts never exceeds the credit, even when parts come at once', async () => {
    expect(await codeOf(world.record({ amount: 4_951n }))).toBe('CHARGEBACK_TOO_MUCH');
    await world.record({ amount: 2_000n });
    expect(await codeOf(world.record({ id: 'f2', dispute: 'CB-2', amount: 2_951n }))).toBe(
      'CHARGEBACK_TOO_MUCH',
    );
    const both = await Promise.all([
      codeOf(world.record({ id: 'f3', dispute: 'CB-3', amount: 2_000n })),
      codeOf(world.record({ id: 'f4', dispute: 'CB-4', amount: 2_000n, who: 'eve', process: world.there })),
    ]);
    expect(both.toSorted()).toEqual(['CHARGEBACK_TOO_MUCH', 'done']);
    await world.record({ id: 'f5', dispute: 'CB-5', amount: 950n });
    expect(await world.available()).toBe(0n);
    expect(await world.books()).toMatchObject({ 'psp_receivable:monnify': '40' });
  });

  it('needs a payment that was credited to a customer', async () => {
    const unknown = { ...FIRST, transactionReference: 'MNFY|9' };
    expect(await codeOf(world.record({ payment: unknown }))).toBe('CHARGEBACK_PAYMENT_NOT_FOUND');
    // Demonstration money did not come through a provider.
    await world.here.ask(fund(700n));
    const opening = { provider: 'opening', transactionReference: 'ref-700' };
    expect(await codeOf(world.record({ payment: opening }))).toBe('CHARGEBACK_PAYMENT_NOT_FOUND');
    // Payment that is confirmed and not credited.
    await world.store.append(fundingStream(MONNIFY, 'MNFY|2'), NO_STREAM, [
      fact('FundingReported', { ...SECOND, by: 'webhook' }, systemContext()),
      fact(
        'FundingVerified',
        { ...SECOND, accountReference: 'NL-ada', userId: USER, paid: '700', settled: '700' },
        systemContext(),
      ),
    ] as NewEvent[]);
    expect(await codeOf(world.record({ payment: SECOND, amount: 700n }))).toBe(
      'CHARGEBACK_PAYMENT_NOT_FOUND',
    );
    expect(await world.count('ChargebackClaimed')).toBe(0);
  });

  it('refuses other values under the same form', async () => {
    await world.record({ amount: 1_000n });
    expect(await codeOf(world.record({ amount: 1_001n }))).toBe('CHANGE_CONFLICT');
    expect(await codeOf(world.record({ amount: 1_000n, dispute: 'CB-2' }))).toBe('CHANGE_CONFLICT');
    expect(await codeOf(world.record({ amount: 1_000n, id: 'f2' }))).toBe('DISPUTE_RECORDED');
    await world.pay(SECOND, 3_000n);
    expect(await codeOf(world.record({ amount: 1_000n, payment: SECOND }))).toBe('DISPUTE_RECORDED');
    expect(await world.available()).toBe(6_950n);
  });

  it('freezes the customer’s spending, and not again after an administrator allowed it', async () => {
    const stream = userStream(USER);
    await world.store.append(stream, NO_STREAM, [newEvent({ userId: USER }, 'EmailVerified')]);
    await world.record({ amount: 1_000n, freeze: true });
    const [, frozen] = await world.store.readStream(stream);
    expect(frozen).toMatchObject({
      type: 'SpendingFrozen',
      actor: { id: 'grace' },
      data: { userId: USER, reason: 'The card was stolen' },
    });
    // The next order of the customer sees the freeze.
    expect(world.reloaded).toEqual([USER]);
    await world.store.append(stream, frozen!, [
      newEvent({ userId: USER, reason: 'Settled' }, 'SpendingUnfrozen'),
    ]);
    await world.record({ amount: 1_000n, freeze: true });
    await world.finishAll();
    expect(await world.count('SpendingFrozen')).toBe(1);
  });

  it('adds its reason to an existing freeze', async () => {
    const stopped = newEvent({ userId: USER, reason: 'Phone lost' }, 'SpendingFrozen');
    await world.store.append(userStream(USER), NO_STREAM, [stopped]);
    await world.record({ amount: 1_000n, freeze: true });
    await world.finishAll();
    expect((await world.store.readStream(userStream(USER))).map(({ data }) => data['reason'])).toEqual([
      'Phone lost',
      'The card was stolen',
    ]);
  });

  it('is finished from the log after an interruption', async () => {
    const facts = { dispute: 'CB-1', amount: 4_000n, fee: 0n, freeze: true, evidence: 'mail' };
    const as = { commandId: 'f1', reason: 'Stolen' };
    await world.store.append(userStream(USER), NO_STREAM, [newEvent({ userId: USER }, 'EmailVerified')]);
    const broken = { newest: () => world.wallet(), handle: () => Promise.reject(new Error('killed')) };
    await expect(
      recordChargeback({ eventStore: world.store, wallets: broken }, FIRST, facts, as, by('grace')),
    ).rejects.toThrow('killed');
    expect(await world.available()).toBe(4_950n);
    await world.finishAll();
    expect(await world.available()).toBe(950n);
    expect([await world.count('FundingChargedBack'), await world.count('SpendingFrozen')]).toEqual([1, 1]);
    await world.books();
  });

  it('takes nothing when its dispute belongs to another payment, which leaves the payment open to a later chargeback', async () => {
    await world.pay(SECOND, 3_000n);
    // Another command records the dispute between the check and the append.
    world.here.connection.faults.append.push({
      before: async () =>
        void (await world.record({
          process: world.there,
          id: 'f2',
          who: 'eve',
          payment: SECOND,
          amount: 500n,
        })),
    });
    expect(await codeOf(world.record({ amount: 4_950n }))).toBe('DISPUTE_RECORDED');
    expect(await codeOf(world.record({ amount: 4_950n }))).toBe('DISPUTE_RECORDED');
    await world.finishAll();
    expect(await world.available()).toBe(7_450n);
    expect(await codeOf(world.record({ id: 'f3', dispute: 'CB-2', amount: 4_950n }))).toBe('done');
    await world.books();
  });

  it('with an unknown event is left to the newer version', async () => {
    const stream = fundingStream(MONNIFY, 'MNFY|1');
    await world.store.append(stream, await world.store.head(stream), [newEvent({}, 'ChargebackOfTomorrow')]);
    expect(await codeOf(world.record())).toBe('LEDGER_UNAVAILABLE');
  });
});
