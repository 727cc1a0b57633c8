import { describe, expect, it } from '@jest/globals';
import type { Product } from '../contracts/services.js';
import { decide } from './purchase.decider.js';
import {
  delivered,
  failed,
  fold,
  given,
  notFound,
  opened,
  OPENED,
  pending,
  POLICY,
  resolved,
  reversed,
  reviewRequired,
  says,
  START,
  started,
  unknown,
} from './testing/given-purchase.js';
import type { Step } from './testing/given-purchase.js';

const MIN = 60_000;
const DELIVERED = { outcome: 'delivered', cost: 9_650n } as const;
const REVIEW = { outcome: 'review', code: '044' } as const;
const FAILED = { outcome: 'failed', charged: false, code: '030', blame: 'biller' } as const;
const start = (attempt: number, vendor: number) =>
  ({ type: 'StartAttempt', attempt, vendor, vendorReference: 'ref' }) as const;
const tooLong = (atMs: number) =>
  ({ type: 'RequireReview', why: 'open-too-long', policy: POLICY, now: new Date(START + atMs) }) as const;
const openedAs = (product: Product): Step => [
  0,
  { type: 'PurchaseOpened', data: { ...OPENED, service: product.service, product } },
];
const resolve = (decision: 'delivered' | 'refund') =>
  ({ type: 'ResolveReview', decision, reason: 'called the vendor' }) as const;

describe('opening', () => {
  it('opens once', () => {
    given().when({ type: 'OpenPurchase', order: OPENED }).then({ type: 'PurchaseOpened', data: OPENED });
    given(opened).when({ type: 'OpenPurchase', order: OPENED }).thenNothing();
  });
  it('opens together with the first attempt at the vendor of the order, or not at all', () => {
    const open = { type: 'OpenPurchase', order: OPENED, vendorReference: 'ref' } as const;
    given()
      .when(open)
      .then(
        { type: 'PurchaseOpened', data: OPENED },
        { type: 'AttemptStarted', data: { attempt: 1, vendor: 1, vendorReference: 'ref' } },
      );
    given(opened).when(open).thenNothing();
  });
  it('refuses a purchase that was never opened', () =>
    given().when(start(1, 1)).thenRefused('TRANSACTION_NOT_FOUND'));
});

describe('an event of an unknown type', () => {
  it('makes the purchase unreadable', () => {
    const newer: Step = [1, { type: 'VendorPraised', data: OPENED } as never];
    expect(() => given(opened, newer).when({ type: 'OpenPurchase', order: OPENED }).thenNothing()).toThrow(
      'unknown event type VendorPraised',
    );
  });
});

describe('starting an attempt', () => {
  it('starts the first attempt at the vendor of the order', () =>
    given(opened)
      .when(start(1, 1))
      .then({ type: 'AttemptStarted', data: { attempt: 1, vendor: 1 } }));
  it('never starts an attempt twice', () => given(opened, started()).when(start(1, 1)).thenNothing());
  it('never starts at another vendor', () => given(opened).when(start(1, 2)).thenNothing());
  it('never starts out of turn', () => given(opened).when(start(2, 1)).thenNothing());
  it.each([
    ['pending', pending(1)],
    ['unknown', unknown(1)],
    ['not found', notFound(1)],
  ])('starts no second attempt while the first is %s', (_, step) =>
    given(opened, started(), step).when(start(2, 2)).thenNothing(),
  );
  it('starts the second when the first failed with a next vendor', () =>
    given(opened, started(), failed(1, 1, 2))
      .when(start(2, 2))
      .then({ type: 'AttemptStarted', data: { attempt: 2, vendor: 2 } }));
  it('starts none after the end', () => {
    given(opened, started(), failed(1)).when(start(2, 2)).thenNothing();
    given(opened, started(), delivered(1)).when(start(2, 2)).thenNothing();
  });
  it('starts none while a review is open', () =>
    given(opened, reviewRequired(1)).when(start(1, 1)).thenNothing());
});

describe('review', () => {
  it('is required when the vendor asks for it', () =>
    given(opened, started())
      .when(says(REVIEW, 1))
      .then({ type: 'ReviewRequired', data: { why: 'vendor-044' } }));
  it('is required once', () =>
    given(opened, started(), reviewRequired(1, 'vendor-044')).when(says(REVIEW, 2)).thenNothing());
  it('is required when a purchase is open too long, to the millisecond', () => {
    given(opened, started(), unknown(1))
      .when(tooLong(30 * MIN - 1))
      .thenNothing();
    given(opened, started(), unknown(1))
      .when(tooLong(30 * MIN))
      .then({ type: 'ReviewRequired', data: { why: 'open-too-long', attempt: 1 } });
    given(opened, started(), unknown(1), reviewRequired(2))
      .when(tooLong(31 * MIN))
      .thenNothing();
    given(opened, started(), delivered(1))
      .when(tooLong(31 * MIN))
      .thenNothing();
  });
  it('is not required while a purchase waits for its next vendor, at any age', () =>
    given(opened, started(), failed(2, 1, 2))
      .when(tooLong(31 * MIN))
      .thenNothing());
  it('is required at once when the vendor does not exist', () =>
    given(opened)
      .when({ ...tooLong(1), why: 'vendor-not-configured' })
      .then({ type: 'ReviewRequired', data: { why: 'vendor-not-configured', attempt: 0 } }));
  it('still accepts late answers of the vendor', () => {
    given(opened, started(), unknown(1), reviewRequired(2))
      .when(says(DELIVERED, 3))
      .then({ type: 'AttemptDelivered' });
    given(opened, started(), unknown(1), reviewRequired(2))
      .when(says(FAILED, 3))
      .then({ type: 'AttemptFailed' });
  });
  it('is resolved by a person', () => {
    const waiting = [opened, started(), unknown(1), reviewRequired(2)] as const;
    given(...waiting)
      .when(resolve('delivered'))
      .then({
        type: 'ReviewResolved',
        data: { decision: 'delivered', vendor: 1, cost: '9700', reason: 'called the vendor' },
      });
    given(...waiting)
      .when(resolve('refund'))
      .then({ type: 'ReviewResolved', data: { decision: 'refund', cost: '0' } });
  });
  it('may be resolved before anything was sent', () =>
    given(opened, reviewRequired(1, 'vendor-not-configured'))
      .when(resolve('refund'))
      .then({ type: 'ReviewResolved', data: { attempt: 0, vendor: 1 } }));
  it('is resolved once; a repeat changes nothing', () => {
    const decided = [opened, started(), unknown(1), reviewRequired(2), resolved(3, 'refund')] as const;
    given(...decided)
      .when(resolve('refund'))
      .thenNothing();
    given(...decided)
      .when(resolve('delivered'))
      .thenRefused('PURCHASE_SETTLED');
  });
  it.each([
    ['tokens', 'prepaid electricity', { service: 'electricity', disco: 18, meterType: 'prepaid' }, 3],
    ['pins', 'exam pins', { service: 'exams', exam: 1, quantity: 2 }, 2],
  ] as const)('carries %s of %s, sealed', (kind, _, product, count) => {
    const entered = { kind, count, sealed: 'sealed:typed' };
    given(openedAs(product), started(), unknown(1), reviewRequired(2))
      .when({ ...resolve('delivered'), entered })
      .then({
        type: 'ReviewResolved',
        data: { decision: 'delivered', sealed: 'sealed:typed', entered: undefined },
      });
  });
  it.each([
    ['tokens of airtime', { service: 'airtime', network: 1 }, 'tokens', 1, 'tokens'],
    ['tokens of exam pins', { service: 'exams', exam: 1, quantity: 2 }, 'tokens', 1, 'tokens'],
    [
      'tokens of a postpaid meter',
      { service: 'electricity', disco: 18, meterType: 'postpaid' },
      'tokens',
      1,
      'tokens',
    ],
    [
      'pins of a prepaid meter',
      { service: 'electricity', disco: 18, meterType: 'prepaid' },
      'pins',
      1,
      'pins',
    ],
    ['more pins than were bought', { service: 'exams', exam: 1, quantity: 2 }, 'pins', 3, 'pins'],
  ] as const)('refuses %s and names the field', (_, product, kind, count, field) => {
    const command = { ...resolve('delivered'), entered: { kind, count, sealed: 's' } };
    const purchase = fold([openedAs(product), started(), unknown(1), reviewRequired(2)]);
    expect(() => decide(command, purchase)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', details: expect.objectContaining({ field }) }),
    );
  });
  it('refuses tokens with a refund', () =>
    given(
      openedAs({ service: 'electricity', disco: 18, meterType: 'prepaid' }),
      started(),
      unknown(1),
      reviewRequired(2),
    )
      .when({ ...resolve('refund'), entered: { kind: 'tokens', count: 1, sealed: 's' } })
      .thenRefused('VALIDATION_FAILED'));
  it('is refused when no review is open', () =>
    given(opened, started(), unknown(1)).when(resolve('refund')).thenRefused('REVIEW_NOT_OPEN'));
  it('is refused while the first answer may still come', () =>
    given(opened, started(), reviewRequired(1)).when(resolve('refund')).thenRefused('REVIEW_NOT_OPEN'));
  it('is refused when the vendor decided first', () => {
    given(opened, started(), unknown(1), reviewRequired(2), delivered(3))
      .when(resolve('refund'))
      .thenRefused('PURCHASE_SETTLED');
    given(opened, started(), unknown(1), reviewRequired(2), failed(3))
      .when(resolve('delivered'))
      .thenRefused('PURCHASE_SETTLED');
    given(opened, started(), delivered(1), reversed(2))
      .when(resolve('refund'))
      .thenRefused('PURCHASE_SETTLED');
  });
});

describe('a delivery without a stated cost', () => {
  const elsewhere: Step = [0, { type: 'PurchaseOpened', data: { ...OPENED, otherCosts: { '2': '9100' } } }];
  const unsaid = { outcome: 'delivered' } as const;

  it('costs what the account that delivered was expected to charge', () => {
    given(elsewhere, started())
      .when(says(unsaid, 1))
      .then({ type: 'AttemptDelivered', data: { cost: '9700' } });
    given(elsewhere, started(), failed(1, 1, 2), started(2, 2, 2))
      .when(says(unsaid, 3, { attempt: 2 }))
      .then({ type: 'AttemptDelivered', data: { vendor: 2, cost: '9100' } });
  });

  it('costs the same when an administrator decides', () => {
    given(elsewhere, started(), failed(1, 1, 2), started(2, 2, 2), unknown(3, 2), reviewRequired(4))
      .when(resolve('delivered'))
      .then({ type: 'ReviewResolved', data: { vendor: 2, cost: '9100' } });
  });
});
