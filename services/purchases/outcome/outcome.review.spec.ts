import { describe, it } from '@jest/globals';
import {
  failed,
  given,
  notFound,
  opened,
  pending,
  PURCHASE,
  reviewRequired,
  says,
  started,
  type Step,
} from '../testing/given-purchase.js';

const MIN = 60_000;
const DELIVERED = { outcome: 'delivered', cost: 9_650n } as const;
const NOT_FOUND = { outcome: 'notFound', code: '015' } as const;
const REVIEW = { outcome: 'review', code: '044' } as const;
const secondVendor = { otherVendor: 2 };
const absent = { type: 'AttemptFailed' as const, data: { code: 'not-found', charged: false } };
const withId = { ...PURCHASE, attempt: 1, vendor: 1, vendorTransactionId: 'V1' };

describe('a vendor that asks for a review', () => {
  it('gets one', () =>
    given(opened, started())
      .when(says(REVIEW, 1))
      .then({ type: 'ReviewRequired', data: { why: 'vendor-044' } }));
  it('is known from then on by its transaction id', () => {
    const told = says({ ...REVIEW, vendorTransactionId: 'V1' }, 1);
    given(opened, started())
      .when(told)
      .then(
        { type: 'AttemptOutcomeUnknown', data: { vendorTransactionId: 'V1', reason: 'vendor-044' } },
        { type: 'ReviewRequired', data: { why: 'vendor-044' } },
      );
    given(opened, started(), [1, { type: 'AttemptPending', data: { ...withId, code: '099' } }])
      .when(told)
      .then({ type: 'ReviewRequired' });
  });
});

describe('a vendor that denies an acknowledged order', () => {
  const denies = { type: 'ReviewRequired' as const, data: { why: 'vendor-denies', attempt: 1 } };
  it.each<[string, Step]>([
    ['said that it works on', pending(1)],
    ['gave a number of its own', [1, { type: 'AttemptOutcomeUnknown', data: { ...withId, reason: 'x' } }]],
  ])('and %s leaves it to a reviewer, with the money held', (_, step) => {
    given(opened, started(), step, notFound(3 * MIN))
      .when(says(NOT_FOUND, 6 * MIN, secondVendor))
      .then(denies);
    const asked = [opened, started(), step, notFound(3 * MIN), reviewRequired(6 * MIN, 'vendor-denies')];
    given(...asked)
      .when(says(NOT_FOUND, 9 * MIN))
      .thenNothing();
    given(...asked)
      .when(says(DELIVERED, 9 * MIN))
      .then({ type: 'AttemptDelivered', data: { reviewed: true } });
  });
  it('leaves the decision to the reviewer asked before', () => {
    given(opened, started(), reviewRequired(1, 'vendor-044'), notFound(3 * MIN))
      .when(says(NOT_FOUND, 6 * MIN))
      .thenNothing();
    given(opened, started(), pending(1), notFound(3 * MIN), reviewRequired(4 * MIN))
      .when(says(NOT_FOUND, 40 * MIN))
      .thenNothing();
  });
  it.each(['vendor-not-configured', 'vendor-cannot-be-asked'])(
    'does not count our own %s as its answer',
    (why) =>
      given(opened, started(), reviewRequired(1, why), notFound(3 * MIN))
        .when(says(NOT_FOUND, 6 * MIN))
        .then(absent),
  );
  it('is believed when it reports that all other pieces failed', () =>
    given(opened, started(), pending(1), notFound(3 * MIN))
      .when(says({ ...NOT_FOUND, othersFailed: true }, 6 * MIN))
      .then(absent));
  it('does not affect another attempt', () =>
    given(opened, started(), pending(1), failed(1, 1, 2), started(2, 2, 2), notFound(3 * MIN, 2))
      .when(says(NOT_FOUND, 6 * MIN, { attempt: 2 }))
      .then(absent));
});
