import { describe, expect, it } from '@jest/globals';
import { attemptToAsk } from '../purchase.state.js';
import {
  delivered,
  failed,
  fold,
  given,
  notFound,
  opened,
  pending,
  questioned,
  says,
  started,
  type Step,
} from '../testing/given-purchase.js';

const MIN = 60_000;

describe('a partial delivery', () => {
  const some = { outcome: 'partial', delivered: 2, of: 3 } as const;

  it('ends the purchase with the delivered pieces and their cost', () => {
    given(opened, started())
      .when(says({ ...some, cost: 6_000n }, 1_000, { sealed: 'pins' }))
      .then({ type: 'PartiallyDelivered', data: { delivered: 2, of: 3, cost: '6000', sealed: 'pins' } });
    given(opened, started())
      .when(says(some, 1_000))
      .then({ type: 'PartiallyDelivered', data: { cost: '6466' } });
  });

  it('of all pieces is a complete delivery', () =>
    given(opened, started())
      .when(says({ ...some, delivered: 3 }, 1_000))
      .then({ type: 'AttemptDelivered', data: { cost: '9700', delivered: undefined } }));

  it('after a refund is our loss, once', () =>
    given(opened, started(), failed(1_000))
      .when(says({ ...some, cost: 6_000n }, 2_000))
      .then({ type: 'LateSuccessDetected', data: { cost: '6000' } }));

  it('counts once the missing pieces are proven absent', () => {
    const found = { ...some, cost: 6_000n } as const;
    const someMissing = { outcome: 'notFound', code: 'SOME_MISSING', found } as const;
    given(opened, started()).when(says(someMissing, MIN)).then({ type: 'AttemptNotFound' });
    given(opened, started(), notFound(3 * MIN))
      .when(says(someMissing, 5 * MIN - 1, { sealed: 'results' }))
      .thenNothing();
    given(opened, started(), notFound(3 * MIN))
      .when(says(someMissing, 5 * MIN, { sealed: 'results' }))
      .then({ type: 'PartiallyDelivered', data: { delivered: 2, of: 3, cost: '6000', sealed: 'results' } });
  });

  it('settles nothing twice', () =>
    given(opened, started(), delivered(1_000)).when(says(some, 2_000)).thenNothing());
});

describe('a vendor that delivers after another one was sent the order', () => {
  const late = { outcome: 'delivered', cost: 9_650n } as const;
  const settled: readonly Step[] = [
    opened,
    started(),
    failed(1_000, 1, 2),
    started(2_000, 2, 2),
    pending(3_000, 2),
    delivered(10_000, 1),
    questioned(10_000, 2),
  ];

  it('has the other attempt queried, in the same append', () =>
    given(opened, started(), failed(1_000, 1, 2), started(2_000, 2, 2), pending(3_000, 2))
      .when(says(late, 10_000))
      .then(
        { type: 'AttemptDelivered', data: { attempt: 1 } },
        { type: 'AttemptQuestioned', data: { attempt: 2, vendor: 2 } },
      ));

  it('has nothing to query when the other attempt is decided', () =>
    given(opened, started(), failed(1_000, 1, 2), started(2_000, 2, 2))
      .when(says(late, 10_000, { attempt: 2 }))
      .then({ type: 'AttemptDelivered', data: { attempt: 2 } }));

  it('is queried until its outcome is certain', () => {
    expect(attemptToAsk(fold(settled)!)).toMatchObject({ number: 2, vendor: 2 });
    const second = (outcome: Parameters<typeof says>[0], atMs = MIN) => says(outcome, atMs, { attempt: 2 });
    given(...settled)
      .when(second({ outcome: 'delivered', cost: 9_650n }))
      .then({ type: 'LateSuccessDetected', data: { attempt: 2, cost: '9650' } });
    given(...settled)
      .when(second({ outcome: 'failed', charged: false, code: '016', blame: 'biller' }))
      .then({ type: 'AttemptConfirmed', data: { attempt: 2 } });
    given(...settled)
      .when(second({ outcome: 'pending', code: '099' }))
      .thenNothing();
    given(...settled)
      .when(second({ outcome: 'notFound', code: '015' }, 5 * MIN))
      .thenNothing();
    given(...settled)
      .when(second({ outcome: 'notFound', code: '015' }, 5 * MIN + 2_000))
      .then({ type: 'AttemptConfirmed', data: { attempt: 2 } });
  });
});

describe('a bank transfer', () => {
  const failed = { outcome: 'failed', charged: false, code: 'D01', blame: 'ourAccount' } as const;
  const [atMs, opening] = opened;
  const transfer: Step = [atMs, { ...opening, data: { ...opening.data, service: 'transfer' } } as Step[1]];

  it('is refunded after a certain failure, not sent through another provider', () => {
    given(opened, started())
      .when(says(failed, 1_000, { otherVendor: 2, source: 'dispatch' }))
      .then({ type: 'AttemptFailed', data: { nextVendor: 2 } });
    given(transfer, started())
      .when(says(failed, 1_000, { otherVendor: 2, source: 'dispatch' }))
      .then({ type: 'AttemptFailed', data: { nextVendor: undefined } });
  });
});
