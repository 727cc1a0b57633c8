import { describe, it } from '@jest/globals';
import {
  delivered,
  failed,
  given,
  notFound,
  opened,
  says,
  started,
  type Step,
} from './testing/given-purchase.js';

const MIN = 60_000;

describe('a delivery of some pieces', () => {
  const some = { outcome: 'partial', delivered: 2, of: 3 } as const;

  it('ends the purchase with what arrived and what it cost', () => {
    given(opened, started())
      .when(says({ ...some, cost: 6_000n }, 1_000, { sealed: 'pins' }))
      .then({ type: 'PartiallyDelivered', data: { delivered: 2, of: 3, cost: '6000', sealed: 'pins' } });
    given(opened, started())
      .when(says(some, 1_000))
      .then({ type: 'PartiallyDelivered', data: { cost: '6466' } });
  });

  it('of all pieces is a delivery like any other', () =>
    given(opened, started())
      .when(says({ ...some, delivered: 3 }, 1_000))
      .then({ type: 'AttemptDelivered', data: { cost: '9700', delivered: undefined } }));

  it('after the money went back is our loss, once', () =>
    given(opened, started(), failed(1_000))
      .when(says({ ...some, cost: 6_000n }, 2_000))
      .then({ type: 'LateSuccessDetected', data: { cost: '6000' } }));

  it('is believed once the pieces that the vendor does not know are surely absent', () => {
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

describe('a bank transfer', () => {
  const failed = { outcome: 'failed', charged: false, code: 'D01', blame: 'ourAccount' } as const;
  const [atMs, opening] = opened;
  const transfer: Step = [atMs, { ...opening, data: { ...opening.data, service: 'transfer' } } as Step[1]];

  it('that failed for sure is given back, not sent through somebody else', () => {
    given(opened, started())
      .when(says(failed, 1_000, { otherVendor: 2, source: 'dispatch' }))
      .then({ type: 'AttemptFailed', data: { nextVendor: 2 } });
    given(transfer, started())
      .when(says(failed, 1_000, { otherVendor: 2, source: 'dispatch' }))
      .then({ type: 'AttemptFailed', data: { nextVendor: undefined } });
  });
});
