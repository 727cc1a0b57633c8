import { beforeEach, describe, expect, it } from '@jest/globals';
import { fact } from '../../../infra/event-store/event-context.js';
import type { NewEvent } from '../../../infra/event-store/event-store.js';
import { fundingStream } from '../../funding/funding.stream.js';
import { buy, release, USER } from '../../wallet/testing/given-wallet.js';
import { by } from '../testing/approving.js';
import { codeOf, DisputeWorld, FIRST, MONNIFY, SECOND } from './testing/dispute-world.js';

let world: DisputeWorld;
beforeEach(async () => {
  world = new DisputeWorld();
  await world.pay(FIRST, 5_000n, 50n);
});

/** Claims the win of a dispute, and crashes before any money is returned. */
async function claimWinOnly(): Promise<void> {
  const stream = fundingStream(MONNIFY, 'MNFY|1');
  await world.store.append(stream, await world.store.head(stream), [
    fact(
      'ChargebackWinClaimed',
      { ...FIRST, userId: USER, dispute: 'CB-1', commandId: 'w1', reason: 'Withdrawn', evidence: 'letter' },
      by('grace'),
    ),
  ] as NewEvent[]);
}

describe('a won dispute', () => {
  it('gives back exactly the amount taken, once, and the payment can be disputed again', async () => {
    await world.here.ask(buy('p1', 3_000n));
    await world.record({ fee: 100n });
    await world.here.ask(release('p1'));
    const once = { outcome: 'applied', userId: USER, credited: 1_950n };
    expect(await world.win()).toEqual(once);
    expect(await world.win({ process: world.there })).toEqual(once);
    await world.finishAll();
    expect(await world.count('ChargebackWon')).toBe(1);
    expect(await world.available()).toBe(4_950n);
    const after = await world.books();
    expect(after).toMatchObject({ 'psp_receivable:monnify': '4890', psp_fee: '110' });
    expect(after['chargeback_loss'] ?? '0').toBe('0');
    expect(await codeOf(world.win({ id: 'w2', who: 'eve' }))).toBe('DISPUTE_WON');
    expect(await codeOf(world.record({ id: 'f2' }))).toBe('DISPUTE_RECORDED');
    expect(await world.record({ id: 'f2', dispute: 'CB-2' })).toMatchObject({ taken: { debited: 4_950n } });
    await world.books();
  });

  it('is recorded by one of two administrators at once, and needs a chargeback', async () => {
    expect(await codeOf(world.win())).toBe('CHARGEBACK_NOT_FOUND');
    await world.record();
    const both = await Promise.all([
      codeOf(world.win()),
      codeOf(world.win({ process: world.there, id: 'w2', who: 'eve' })),
    ]);
    expect(both.toSorted()).toEqual(['DISPUTE_WON', 'done']);
    expect(await world.available()).toBe(4_950n);
    await world.books();
  });

  it('is finished from the log, after its chargeback', async () => {
    await world.record();
    await claimWinOnly();
    await world.finishAll();
    expect(await world.available()).toBe(4_950n);
    expect(await world.win()).toMatchObject({ outcome: 'applied' });
    expect(await world.count('ChargebackWon')).toBe(1);
  });

  it('cut short is finished before a second dispute of the payment takes money', async () => {
    await world.record();
    await claimWinOnly();
    expect(await world.record({ id: 'f2', dispute: 'CB-2' })).toMatchObject({
      taken: { debited: 4_950n, loss: 0n },
    });
    await world.finishAll();
    expect([await world.available(), await world.count('ChargebackWon')]).toEqual([0n, 1]);
    expect((await world.books())['chargeback_loss'] ?? '0').toBe('0');
  });
});

describe('a dispute above the limit', () => {
  beforeEach(async () => {
    world = new DisputeWorld();
    await world.pay(FIRST, 60_000_00n);
  });

  it('is charged back and given back once when a second administrator agrees', async () => {
    const whole = { amount: 60_000_00n };
    const waiting = { userId: USER };
    expect(
      await Promise.all([world.record(whole), world.record({ ...whole, process: world.there })]),
    ).toEqual([waiting, waiting]);
    expect(await world.available()).toBe(60_000_00n);
    expect(await codeOf(world.agree(world.here, 'grace'))).toBe('APPROVAL_OWN');
    await Promise.allSettled([world.agree(world.here, 'eve'), world.agree(world.there, 'mia')]);
    expect(await world.record(whole)).toMatchObject({ taken: { debited: 60_000_00n, loss: 0n } });
    expect(await world.available()).toBe(0n);
    expect(await world.win()).toMatchObject({ outcome: 'waiting' });
    expect(await world.agree(world.there, 'mia', 'w1')).toMatchObject({ standing: 'applied' });
    expect(await world.win()).toMatchObject({ outcome: 'applied', credited: 60_000_00n });
    expect(await world.available()).toBe(60_000_00n);
    const signed = (await world.all()).filter(({ type }) =>
      ['FundingChargedBack', 'ChargebackWon'].includes(type),
    );
    for (const event of signed)
      expect(event).toMatchObject({
        actor: { id: 'grace' },
        data: { approvedBy: expect.stringMatching(/^(?:eve|mia)$/) },
      });
    await world.books();
  });

  it('lapses when less of the payment is left', async () => {
    await world.record({ amount: 60_000_00n });
    await world.record({ id: 'f2', who: 'eve', dispute: 'CB-2', amount: 100n });
    expect(await world.agree(world.here, 'mia')).toMatchObject({
      standing: 'lapsed',
      why: 'Less of the payment is left to charge back.',
    });
    expect(await world.available()).toBe(60_000_00n - 100n);
    await world.books();
  });

  it('counts its fee, and one form about two payments is refused', async () => {
    world = new DisputeWorld();
    await world.pay(FIRST, 30_000_00n);
    await world.pay(SECOND, 30_000_00n);
    const half = { amount: 30_000_00n };
    const other = { ...half, payment: SECOND, dispute: 'CB-2' };
    expect(await world.record(half)).toMatchObject({ taken: {} });
    expect(await codeOf(world.record(other))).toBe('CHANGE_CONFLICT');
    expect(await world.record({ ...other, id: 'f2' })).toEqual({ userId: USER });
    world = new DisputeWorld();
    await world.pay(FIRST, 50_000_00n);
    expect(await world.record({ amount: 50_000_00n, fee: 1n })).toEqual({ userId: USER });
  });
});
