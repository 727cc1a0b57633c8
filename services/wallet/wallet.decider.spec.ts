import { describe, expect, it } from '@jest/globals';
import { buy, capture, fund, given, later, release, reverse } from './testing/given-wallet.js';
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
