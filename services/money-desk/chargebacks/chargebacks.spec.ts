import { beforeEach, describe, expect, it } from '@jest/globals';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';
import { NO_STREAM, type NewEvent } from '../../../infra/event-store/event-store.js';
import { newEvent } from '../../../infra/event-store/testing/new-event.js';
import { userStream } from '../../customers/user.events.js';
import { fundingStream } from '../../funding/funding.stream.js';
import { buy, capture, fund, USER } from '../../wallet/testing/given-wallet.js';
import { recordChargeback } from './chargebacks.js';
import { by, codeOf, DisputeWorld, FIRST, MONNIFY, SECOND } from './testing/dispute-world.js';

let world: DisputeWorld;
beforeEach(async () => {
  world = new DisputeWorld();
  await world.pay(FIRST, 5_000n, 50n);
});

describe('a chargeback', () => {
  it('leaves the provider’s account and the wallet, once, and its fee is ours', async () => {
    expect(await world.record({ fee: 100n })).toEqual({ userId: USER, taken: { debited: 4_950n, loss: 0n } });
    // The answer was lost: the same again, elsewhere too, is the same answer.
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

  it('takes what can be spent, never what is held, and books the rest as our loss', async () => {
    await world.here.ask(buy('p1', 3_000n));
    expect(await world.record()).toMatchObject({ taken: { debited: 1_950n, loss: 3_000n } });
    expect(await world.wallet()).toMatchObject({ available: 0n, held: 3_000n });
    expect(await world.books()).toMatchObject({ chargeback_loss: '3000' });
    // What was held is delivered as if nothing had happened.
    await world.here.ask(capture('p1', 2_900n));
    expect(await world.wallet()).toMatchObject({ available: 0n, held: 0n });
    await world.books();
  });

  it('of an empty wallet is our loss alone', async () => {
    await world.here.ask(buy('p1', 4_950n));
    await world.here.ask(capture('p1', 4_900n));
    expect(await world.record()).toMatchObject({ taken: { debited: 0n, loss: 4_950n } });
    expect(await world.books()).toMatchObject({ chargeback_loss: '4950' });
  });

  it('at the moment of a purchase leaves one of them what there is, and never takes what is held, fifty times', async () => {
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

  it('is recorded once by two administrators at once, fifty times, and the other is told', async () => {
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
        // About the same payment, or about another one.
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

  it('of parts is never more than was credited, however many come at once', async () => {
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

  it('is about a payment that a customer was credited with', async () => {
    const unknown = { ...FIRST, transactionReference: 'MNFY|9' };
    expect(await codeOf(world.record({ payment: unknown }))).toBe('CHARGEBACK_PAYMENT_NOT_FOUND');
    // Demonstration money came through no provider.
    await world.here.ask(fund(700n));
    const opening = { provider: 'opening', transactionReference: 'ref-700' };
    expect(await codeOf(world.record({ payment: opening }))).toBe('CHARGEBACK_PAYMENT_NOT_FOUND');
    // Confirmed, and not credited yet.
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

  it('keeps to what it was recorded with: other values under the same form are refused', async () => {
    await world.record({ amount: 1_000n });
    expect(await codeOf(world.record({ amount: 1_001n }))).toBe('CHANGE_CONFLICT');
    expect(await codeOf(world.record({ amount: 1_000n, dispute: 'CB-2' }))).toBe('CHANGE_CONFLICT');
    expect(await codeOf(world.record({ amount: 1_000n, id: 'f2' }))).toBe('DISPUTE_RECORDED');
    await world.pay(SECOND, 3_000n);
    expect(await codeOf(world.record({ amount: 1_000n, payment: SECOND }))).toBe('DISPUTE_RECORDED');
    expect(await world.available()).toBe(6_950n);
  });

  it('stops the customer’s spending, and not again once an administrator allowed it', async () => {
    const stream = userStream(USER);
    await world.store.append(stream, NO_STREAM, [newEvent({ userId: USER }, 'EmailVerified')]);
    await world.record({ amount: 1_000n, freeze: true });
    const [, frozen] = await world.store.readStream(stream);
    expect(frozen).toMatchObject({
      type: 'SpendingFrozen',
      actor: { id: 'grace' },
      data: { userId: USER, reason: 'The card was stolen' },
    });
    // The next order of theirs, in the same process, is checked against it.
    expect(world.reloaded).toEqual([USER]);
    await world.store.append(stream, frozen!, [
      newEvent({ userId: USER, reason: 'Settled' }, 'SpendingUnfrozen'),
    ]);
    await world.record({ amount: 1_000n, freeze: true });
    await world.finishAll();
    expect(await world.count('SpendingFrozen')).toBe(1);
  });

  it('leaves its reason where spending was stopped for another one before', async () => {
    const stopped = newEvent({ userId: USER, reason: 'Phone lost' }, 'SpendingFrozen');
    await world.store.append(userStream(USER), NO_STREAM, [stopped]);
    await world.record({ amount: 1_000n, freeze: true });
    await world.finishAll();
    expect((await world.store.readStream(userStream(USER))).map(({ data }) => data['reason'])).toEqual([
      'Phone lost',
      'The card was stolen',
    ]);
  });

  it('is finished from the log where whoever recorded it was interrupted', async () => {
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

  it('takes nothing where its dispute turns out to be another payment’s, and the payment can be charged back as before', async () => {
    await world.pay(SECOND, 3_000n);
    // The name is free when it is looked at, and taken when it is recorded.
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

  it('is left to the newer version that said something of the payment', async () => {
    const stream = fundingStream(MONNIFY, 'MNFY|1');
    await world.store.append(stream, await world.store.head(stream), [newEvent({}, 'ChargebackOfTomorrow')]);
    expect(await codeOf(world.record())).toBe('LEDGER_UNAVAILABLE');
  });
});
