import { describe, expect, it } from '@jest/globals';
import { buy, capture, capturePart, fund, given, later, release, reverse } from './testing/given-wallet.js';
import { fromSnapshot, toSnapshot } from './queue/wallet.snapshot.js';

const LIMIT = 10_000_00n;
const DAY_MS = 86_400_000;
const pinless = (purchaseId: string, price: bigint) => buy(purchaseId, price, { pinlessLimit: LIMIT });
const only = <T>(drafts: readonly T[]): T => {
  expect(drafts).toHaveLength(1);
  return drafts[0]!;
};

describe('a partial delivery', () => {
  it('is charged in proportion, rounded down, and releases the rest in the same step', () =>
    given(fund(1_000n), buy('pins', 1_000n))
      .when(capturePart('pins', 600n, 2, 3))
      .thenExpect((drafts, wallet) => {
        expect(only(drafts)).toMatchObject({
          type: 'PurchaseCaptured',
          data: {
            price: '666',
            cost: '600',
            released: '334',
            part: { delivered: 2, of: 3 },
            availableAfter: '334',
            heldAfter: '0',
            postings: [
              { account: 'user_held:ada', amount: '1000' },
              { account: 'vendor_float:1', amount: '-600' },
              { account: 'margin:airtime', amount: '-66' },
              { account: 'user_available:ada', amount: '-334' },
            ],
          },
        });
        expect([wallet.available, wallet.held]).toEqual([334n, 0n]);
      }));

  it('returns the charged part when the vendor takes it back', () =>
    given(fund(1_000n), buy('pins', 1_000n), capturePart('pins', 600n, 2, 3))
      .when(reverse('pins'))
      .thenExpect((drafts, wallet) => {
        expect(only(drafts).data).toMatchObject({ price: '666', cost: '600', availableAfter: '1000' });
        expect(wallet.available).toBe(1_000n);
      }));

  it('is settled once', () => {
    const settled = given(fund(1_000n), buy('pins', 1_000n), capturePart('pins', 600n, 2, 3));
    settled.when(capture('pins', 900n)).thenNothing();
    settled.when(release('pins')).thenNothing();
  });

  it.each([
    [0, 3],
    [3, 3],
    [4, 3],
    [1.5, 3],
  ])('refuses %d of %d', (delivered, of) =>
    expect(() =>
      given(fund(1_000n), buy('pins', 1_000n))
        .when(capturePart('pins', 1n, delivered, of))
        .thenOnce(),
    ).toThrow('more than nothing and less than all'),
  );
});

describe('a transfer fee', () => {
  it('is recorded apart from the product, and is our income on a transfer', () =>
    given(
      fund(20_000n),
      buy('sent', 10_025n, { service: 'transfer', amount: 10_000n, fee: 25n, expectedCost: 10_010n }),
    )
      .when(capture('sent', 10_010n, 13))
      .thenExpect((drafts) =>
        expect(only(drafts).data).toHaveProperty('postings', [
          { account: 'user_held:ada', amount: '10025' },
          { account: 'psp_payout:13', amount: '-10010' },
          { account: 'fee:transfer', amount: '-15' },
        ]),
      ));

  it('is part of the held price', () =>
    given(fund(20_000n))
      .when(buy('sent', 10_025n, { amount: 10_000n, fee: 25n }))
      .thenExpect((drafts) =>
        expect(only(drafts).data).toMatchObject({ amount: '10000', fee: '25', price: '10025' }),
      ));
});

describe('buying without the PIN', () => {
  it('is allowed up to the limit of the day', () => {
    const wallet = given(fund(5_000_000n), pinless('a', 600_000n));
    wallet.when(pinless('b', 400_001n)).thenRefused('PINLESS_LIMIT');
    wallet.when(pinless('b', 400_000n)).thenOnce();
    wallet.when(pinless('c', 1n)).thenRefused('PINLESS_LIMIT');
    wallet.when(buy('with-pin', 1n)).thenOnce();
  });

  it('resets at midnight in Lagos', () => {
    // The test starts at 10:00 in Lagos.
    const wallet = given(fund(5_000_000n), pinless('a', LIMIT));
    wallet.when(pinless('b', 1n), { now: later(14 * 3_600_000 - 1) }).thenRefused('PINLESS_LIMIT');
    wallet.when(pinless('b', LIMIT), { now: later(14 * 3_600_000) }).thenOnce();
    wallet.when(pinless('c', LIMIT), { now: later(14 * 3_600_000 + DAY_MS) }).thenOnce();
  });

  it('does not reset for a clock still before midnight, or for a delayed request', () => {
    const wallet = given(fund(5_000_000n));
    const [before, after] = [later(14 * 3_600_000 - 1), later(14 * 3_600_000)];
    wallet.when(pinless('a', 600_000n), { now: after }).thenOnce();
    wallet.when(pinless('b', 400_001n), { now: before }).thenRefused('PINLESS_LIMIT');
    wallet.when(pinless('b', 400_000n), { now: before }).thenOnce();
    wallet.when(pinless('c', 1n), { now: after }).thenRefused('PINLESS_LIMIT');
    // A release on the wrong day frees nothing on this day.
    wallet.when(release('b')).thenOnce();
    wallet.when(pinless('c', 1n), { now: after }).thenRefused('PINLESS_LIMIT');
  });

  it('resets after a clock that was days ahead', () => {
    const wallet = given(fund(5_000_000n));
    wallet.when(pinless('a', LIMIT), { now: later(3 * DAY_MS) }).thenOnce();
    wallet.when(pinless('b', LIMIT)).thenOnce();
  });

  it('does not count released purchases', () => {
    const wallet = given(fund(5_000_000n), pinless('a', LIMIT), release('a'));
    wallet.when(pinless('b', LIMIT)).thenOnce();
    wallet.when(pinless('c', 1n)).thenRefused('PINLESS_LIMIT');
  });

  it('counts our own charges together with purchases', () => {
    const fee = (chargeId: string, amount: bigint) =>
      ({ type: 'ChargeOnce', kind: 'upgrade', chargeId, amount, pinlessLimit: LIMIT }) as const;
    const wallet = given(fund(5_000_000n), pinless('a', 600_000n));
    wallet.when(fee('0', 400_001n)).thenRefused('PINLESS_LIMIT');
    wallet.when(fee('0', 400_000n)).thenOnce();
    wallet.when(pinless('b', 1n)).thenRefused('PINLESS_LIMIT');
    wallet.when({ ...fee('1', 1n), pinlessLimit: undefined } as never).thenOnce();
  });

  it('records `pinless` in the event and in snapshots', async () => {
    const { wallet, when } = given(fund(5_000_000n));
    when(pinless('a', 700n)).thenExpect((drafts) =>
      expect(only(drafts).data).toMatchObject({ pinless: true }),
    );
    const head = { revision: wallet.revision, hash: 'h' };
    const stored: unknown = JSON.parse(JSON.stringify(toSnapshot(wallet, head)));
    const store = { readStream: async () => [{ hash: 'h' }] } as never;
    expect((await fromSnapshot('ada', stored, store))?.wallet.pinless).toEqual(wallet.pinless);
    expect(wallet.pinless.spent).toBe(700n);
  });
});
