import { describe, it } from '@jest/globals';
import {
  delivered,
  failed,
  given,
  notFound,
  opened,
  pending,
  questioned,
  reviewRequired,
  says,
  START,
  started,
  unknown,
} from '../testing/given-purchase.js';

const DELIVERED = { outcome: 'delivered', cost: 9_650n } as const;
const FAILED = { outcome: 'failed', charged: false, code: '030', blame: 'biller' } as const;
const UNKNOWN = { outcome: 'unknown', reason: 'timeout' } as const;
const REVERSED = { outcome: 'reversed', code: '040' } as const;

describe('an answer after the vendor raised a question', () => {
  const asked = (outcome: Parameters<typeof says>[0], askedAtMs: number) => ({
    ...says(outcome, 9),
    askedAt: START + askedAtMs,
  });

  it('settles the question', () => {
    given(opened, started(), delivered(1), questioned(5))
      .when(asked(DELIVERED, 6))
      .then({ type: 'AttemptConfirmed' });
    given(opened, started(), delivered(1), questioned(5))
      .when(asked(REVERSED, 6))
      .then({ type: 'VendorReversed' });
  });
  it('does not settle it when the query was earlier', () => {
    given(opened, started(), delivered(1), questioned(5)).when(asked(DELIVERED, 4)).thenNothing();
    given(opened, started(), questioned(5))
      .when(asked(DELIVERED, 4))
      .then({ type: 'AttemptDelivered' }, { type: 'AttemptQuestioned' });
  });
  it('does not settle it when uncertain', () =>
    given(opened, started(), delivered(1), questioned(5)).when(asked(UNKNOWN, 6)).thenNothing());

  it.each([
    ['unknown', unknown(6)],
    ['pending', pending(6)],
    ['not found', notFound(6)],
    ['a review', reviewRequired(6)],
  ])('is queried again when it predates the question and %s came in between', (_, step) =>
    given(opened, started(), questioned(5), step)
      .when(asked(DELIVERED, 4))
      .then({ type: 'AttemptDelivered' }, { type: 'AttemptQuestioned' }),
  );
});

describe('a question about another attempt', () => {
  const two = [opened, started(), failed(1, 1, 2), started(2, 2, 2)] as const;
  const open = { type: 'AttemptQuestioned' as const, data: { attempt: 1, vendor: 1 } };

  it("stays open when the next vendor's attempt delivers", () =>
    given(...two, questioned(3, 1))
      .when(says(DELIVERED, 4, { attempt: 2 }))
      .then({ type: 'AttemptDelivered', data: { attempt: 2 } }, open));

  it("stays open when the next vendor's attempt fails and the money is refunded", () => {
    given(...two, questioned(3, 1))
      .when(says(FAILED, 4, { attempt: 2 }))
      .then({ type: 'AttemptFailed', data: { attempt: 2, nextVendor: undefined } }, open);
    given(...two, questioned(3, 1))
      .when(says(FAILED, 4, { attempt: 2, otherVendor: 3 }))
      .then({ type: 'AttemptFailed', data: { attempt: 2, nextVendor: 3 } });
  });

  it('stays open when another attempt delivers late, or is reversed', () => {
    given(...two, failed(3, 2), questioned(4, 1))
      .when(says(DELIVERED, 5, { attempt: 2 }))
      .then({ type: 'LateSuccessDetected', data: { attempt: 2 } }, open);
    given(...two, delivered(3, 2), questioned(4, 1))
      .when(says(REVERSED, 5, { attempt: 2 }))
      .then({ type: 'VendorReversed', data: { attempt: 2 } }, open);
  });
});
