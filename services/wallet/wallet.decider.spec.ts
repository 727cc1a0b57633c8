import { describe, expect, it } from '@jest/globals';
import { fromSnapshot, toSnapshot } from './queue/wallet.snapshot.js';
import { buy, capture, capturePart, fund, given, later, release, reverse } from './testing/given-wallet.js';
import { SETTLED_MAX } from './wallet.limits.js';

const only = <T>(drafts: readonly T[]): T => {
  expect(drafts).toHaveLength(1);
  return drafts[0]!;
};

describe('funding', () => {
  it('opens the wallet with the first payment and credits it less our charge', () =>
    given()
      .when(fund(100_000n, { provider: 'monnify', settled: 98_500n, charge: 5_000n }))
      .thenExpect(([opened, funded], wallet) => {
        expect(opened?.type).toBe('WalletOpened');
        expect(funded?.data).toMatchObject({
          credited: '95000',
          providerFee: '1500',
          availableBefore: '0',
          availableAfter: '95000',
        });
        expect(funded?.data).toHaveProperty('postings', [
          { account: 'psp_receivable:monnify', amount: '98500' },
          { account: 'psp_fee', amount: '1500' },
          { account: 'user_available:ada', amount: '-95000' },
          { account: 'fee:funding', amount: '-5000' },
        ]);
        expect(wallet.available).toBe(95_000n);
      }));
  it('books demonstration money against the opening account', () =>
    given({ type: 'OpenWallet' })
      .when(fund(70n))
      .thenExpect((drafts) =>
        expect(only(drafts).data).toHaveProperty('postings', [
          { account: 'opening', amount: '70' },
          { account: 'user_available:ada', amount: '-70' },
        ]),
      ));
  it('credits a reference once per provider', () => {
    given(fund(70n, { provider: 'monnify', transactionReference: 'x' }))
      .when(fund(90n, { provider: 'monnify', transactionReference: 'x' }))
      .thenNothing();
    given(fund(70n, { provider: 'monnify', transactionReference: 'x' }))
      .when(fund(90n, { provider: 'paystack', transactionReference: 'x' }))
      .thenExpect((drafts, wallet) => {
        expect(drafts).toHaveLength(1);
        expect(wallet.available).toBe(160n);
      });
  });
  it('opens a wallet once', () => given({ type: 'OpenWallet' }).when({ type: 'OpenWallet' }).thenNothing());
  it('throws on a charge above the payment', () =>
    expect(() =>
      given()
        .when(fund(10n, { charge: 11n }))
        .thenNothing(),
    ).toThrow('a payment credits what was paid'));
});

describe('accepting a purchase', () => {
  it('holds the price', () =>
    given(fund(500n))
      .when(buy('a', 200n))
      .thenExpect((drafts, wallet) => {
        expect(only(drafts).data).toMatchObject({ availableAfter: '300', heldAfter: '200', price: '200' });
        expect(only(drafts).data).toHaveProperty('postings', [
          { account: 'user_available:ada', amount: '200' },
          { account: 'user_held:ada', amount: '-200' },
        ]);
        expect(wallet).toMatchObject({ available: 300n, held: 200n });
      }));
  it('spends the last kobo and refuses one more', () => {
    given(fund(20_000n))
      .when(buy('a', 20_000n))
      .thenExpect((_, wallet) => expect(wallet.available).toBe(0n));
    given(fund(19_999n))
      .when(buy('a', 20_000n))
      .thenRefused('INSUFFICIENT_FUNDS', 'Your balance is ₦199.99. You need ₦0.01 more.');
  });
  it('refuses a wallet that was never funded', () =>
    given().when(buy('a', 1n)).thenRefused('INSUFFICIENT_FUNDS'));
  it('decides nothing for the same purchase, and refuses its id for another', () => {
    given(fund(500n), buy('a', 200n)).when(buy('a', 200n)).thenNothing();
    given(fund(500n), buy('a', 200n))
      .when(buy('a', 200n, { requestDigest: 'other' }))
      .thenRefused('IDEMPOTENCY_CONFLICT');
  });
  it('recognises a settled purchase by its stream', () => {
    const closed = { requestDigest: 'digest-a', firstAnswer: { message: 'Accepted', reference: 'NL-a' } };
    given(fund(500n), buy('a', 200n), capture('a', 190n)).when(buy('a', 200n), { closed }).thenNothing();
    given(fund(500n), buy('a', 200n), capture('a', 190n))
      .when(buy('a', 200n, { requestDigest: 'other' }), { closed })
      .thenRefused('IDEMPOTENCY_CONFLICT');
  });
  it('repeats an answer without any balance', () =>
    given(fund(200n), buy('a', 200n)).when(buy('a', 200n)).thenNothing());
});

describe('the duplicate guard', () => {
  const first = buy('a', 10_000n, { duplicateKey: 'same' });
  const second = buy('b', 10_000n, { duplicateKey: 'same', recipient: '08030000000' });
  it('asks for a confirmation of an equal purchase within two minutes', () =>
    given(fund(50_000n), first)
      .when(second, { now: later(119_999) })
      .thenRefused(
        'POSSIBLE_DUPLICATE',
        'You sent ₦100.00 to 08030000000 less than 2 minutes ago. Confirm to send again.',
      ));
  it('accepts an equal purchase after two minutes', () =>
    given(fund(50_000n), first)
      .when(second, { now: later(120_000) })
      .thenOnce());
  it('accepts an equal purchase when the first is of a clock that was ahead', () =>
    given(fund(50_000n), first)
      .when(second, { now: later(-7_200_000) })
      .thenOnce());
  it('asks for a confirmation when the clock was set back by less than two minutes', () =>
    given(fund(50_000n), first)
      .when(second, { now: later(-119_999) })
      .thenRefused('POSSIBLE_DUPLICATE'));
  it('accepts a confirmed equal purchase', () =>
    given(fund(50_000n), first)
      .when({ ...second, confirmDuplicate: true })
      .thenOnce());
  it('still refuses an equal purchase after a delivery', () =>
    given(fund(50_000n), first, capture('a', 9_700n)).when(second).thenRefused('POSSIBLE_DUPLICATE'));
  it('accepts another try after the money came back', () =>
    given(fund(50_000n), first, release('a')).when(second).thenOnce());
  it('refuses another try when an equal purchase was confirmed in between', () => {
    const wallet = given(fund(50_000n), first);
    wallet.when({ ...second, confirmDuplicate: true }, { now: later(1_000) }).thenOnce();
    wallet.when(release('a'), { now: later(2_000) }).thenOnce();
    wallet
      .when(buy('c', 10_000n, { duplicateKey: 'same' }), { now: later(3_000) })
      .thenRefused('POSSIBLE_DUPLICATE');
  });
  it('drops keys that are too old to matter', () => {
    const wallet = given(fund(50_000n), first, buy('c', 1n));
    wallet.when(buy('d', 1n), { now: later(120_000) }).thenOnce();
    wallet.when(buy('e', 1n), { now: later(240_000) }).thenOnce();
    expect(Array.from(wallet.wallet.recent, ([key]) => key)).toEqual(['recipient-of-d', 'recipient-of-e']);
  });
});

describe('settling', () => {
  it('captures: the float pays the cost, and the difference is margin', () =>
    given(fund(500n), buy('a', 200n))
      .when(capture('a', 190n, 3))
      .thenExpect((drafts, wallet) => {
        expect(only(drafts).data).toHaveProperty('postings', [
          { account: 'user_held:ada', amount: '200' },
          { account: 'vendor_float:3', amount: '-190' },
          { account: 'margin:airtime', amount: '-10' },
        ]);
        expect(wallet).toMatchObject({ available: 300n, held: 0n });
      }));
  it('books a cost above the price as our loss, and reverses exactly that loss', () => {
    const loss = given(fund(500n), buy('a', 200n));
    loss.when(capture('a', 230n)).thenExpect((drafts) =>
      expect(only(drafts).data).toHaveProperty('postings', [
        { account: 'user_held:ada', amount: '200' },
        { account: 'vendor_float:1', amount: '-230' },
        { account: 'vendor_loss', amount: '30' },
      ]),
    );
    loss.when(reverse('a')).thenExpect((drafts) =>
      expect(only(drafts).data).toHaveProperty('postings', [
        { account: 'vendor_float:1', amount: '230' },
        { account: 'vendor_loss', amount: '-30' },
        { account: 'user_available:ada', amount: '-200' },
      ]),
    );
  });
  it('releases: the hold returns to the balance', () =>
    given(fund(500n), buy('a', 200n))
      .when(release('a'))
      .thenExpect((drafts, wallet) => {
        expect(only(drafts).data).toHaveProperty('postings', [
          { account: 'user_held:ada', amount: '200' },
          { account: 'user_available:ada', amount: '-200' },
        ]);
        expect(wallet).toMatchObject({ available: 500n, held: 0n });
      }));
  it('records the time of purchase and the vendor asked last', () => {
    const wallet = given(fund(500n));
    const boughtAt = later(0);
    wallet.when(buy('a', 200n), { now: boughtAt }).thenOnce();
    wallet.when(buy('b', 100n), { now: boughtAt }).thenOnce();
    wallet
      .when(capture('a', 190n), { now: later(90_000) })
      .thenExpect((drafts) => expect(only(drafts).data).toHaveProperty('acceptedAt', boughtAt.toISOString()));
    wallet
      .when({ type: 'ReleasePurchase', purchaseId: 'b', vendor: 4, reason: 'declined' })
      .thenExpect((drafts) => expect(only(drafts).data).toHaveProperty('vendor', 4));
  });
  it('ignores a settled purchase, and refuses an unknown one', () => {
    for (const again of [capture('a', 190n), release('a')]) {
      given(fund(500n), buy('a', 200n), capture('a', 190n)).when(again).thenNothing();
      given(fund(500n), buy('a', 200n), release('a')).when(again).thenNothing();
      given(fund(500n))
        .when(again, { settled: { outcome: 'released' } })
        .thenNothing();
      given(fund(500n)).when(again).thenRefused('TRANSACTION_NOT_FOUND');
    }
  });
});

describe('reversing', () => {
  it('gives the price back once', () => {
    const wallet = given(fund(500n), buy('a', 200n), capture('a', 190n));
    wallet.when(reverse('a')).thenExpect((drafts, { available }) => {
      expect(only(drafts).data).toMatchObject({
        price: '200',
        cost: '190',
        availableAfter: '500',
        heldAfter: '0',
      });
      expect(available).toBe(500n);
    });
    wallet.when(reverse('a')).thenNothing();
  });
  it('ignores a released purchase, and refuses an unknown one', () => {
    given(fund(500n), buy('a', 200n), release('a')).when(reverse('a')).thenNothing();
    given(fund(500n)).when(reverse('a')).thenRefused('TRANSACTION_NOT_FOUND');
  });
  it('captures an open hold first', () =>
    given(fund(500n), buy('a', 200n), buy('b', 50n))
      .when(reverse('a', 190n))
      .thenExpect((drafts, wallet) => {
        expect(drafts.map(({ type }) => type)).toEqual(['PurchaseCaptured', 'PurchaseReversed']);
        expect(wallet).toMatchObject({ available: 450n, held: 50n });
      }));
  it('uses the outcome from the stream for a purchase that the wallet has dropped', () => {
    const forgotten = given(fund(500n));
    const settled = {
      outcome: 'captured',
      service: 'airtime',
      vendor: 1,
      price: '200',
      cost: '190',
    } as const;
    forgotten.when(reverse('a'), { settled }).thenExpect((_, { available }) => expect(available).toBe(700n));
    forgotten.when(reverse('a'), { settled }).thenNothing();
    given(fund(500n))
      .when(reverse('a'), { settled: { outcome: 'reversed' } })
      .thenNothing();
  });
  it('keeps only the newest settled purchases', () => {
    const { wallet } = given(
      fund(1_000_000n),
      ...Array.from({ length: 3 * SETTLED_MAX }, (_, n) => [buy(`p${n}`, 1n), capture(`p${n}`, 1n)]).flat(),
    );
    expect(wallet.settled.size).toBeLessThanOrEqual(2 * SETTLED_MAX);
    expect(wallet.settled.has('p0')).toBe(false);
    expect(wallet.settled.has(`p${2 * SETTLED_MAX}`)).toBe(true);
    expect(wallet.open.size).toBe(0);
  });
});

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
  const LIMIT = 10_000_00n;
  const DAY_MS = 86_400_000;
  const pinless = (purchaseId: string, price: bigint) => buy(purchaseId, price, { pinlessLimit: LIMIT });

  it('is allowed up to the limit of the day', () => {
    const wallet = given(fund(5_000_000n), pinless('a', 600_000n));
    wallet.when(pinless('b', 400_001n)).thenRefused('PINLESS_LIMIT');
    wallet.when(pinless('b', 400_000n)).thenOnce();
    wallet.when(pinless('c', 1n)).thenRefused('PINLESS_LIMIT');
    wallet.when(buy('with-pin', 1n)).thenOnce();
  });

  it('resets at midnight in Lagos', () => {
    // At the start of the test, it is 10:00 in Lagos.
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
    // A release on another day does not lower this day's spending.
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
