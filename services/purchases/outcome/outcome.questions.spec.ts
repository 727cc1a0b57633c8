import { describe, it } from '@jest/globals';
import {
  delivered,
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
const UNKNOWN = { outcome: 'unknown', reason: 'timeout' } as const;
const REVERSED = { outcome: 'reversed', code: '040' } as const;

describe('an answer after the vendor raised a question', () => {
  const asked = (outcome: Parameters<typeof says>[0], askedAtMs: number) => ({
    ...says(outcome, 9),
    askedAt: START + askedAtMs,
  });

  it('answers it', () => {
    given(opened, started(), delivered(1), questioned(5))
      .when(asked(DELIVERED, 6))
      .then({ type: 'AttemptConfirmed' });
    given(opened, started(), delivered(1), questioned(5))
      .when(asked(REVERSED, 6))
      .then({ type: 'VendorReversed' });
  });
  it('does not, when it was asked for before', () => {
    given(opened, started(), delivered(1), questioned(5)).when(asked(DELIVERED, 4)).thenNothing();
    given(opened, started(), questioned(5))
      .when(asked(DELIVERED, 4))
      .then({ type: 'AttemptDelivered' }, { type: 'AttemptQuestioned' });
  });
  it('does not, when it is not certain', () =>
    given(opened, started(), delivered(1), questioned(5)).when(asked(UNKNOWN, 6)).thenNothing());

  it.each([
    ['unknown', unknown(6)],
    ['pending', pending(6)],
    ['not found', notFound(6)],
    ['a review', reviewRequired(6)],
  ])('is asked for again when %s came in between and the answer is older than the question', (_, step) =>
    given(opened, started(), questioned(5), step)
      .when(asked(DELIVERED, 4))
      .then({ type: 'AttemptDelivered' }, { type: 'AttemptQuestioned' }),
  );
});
