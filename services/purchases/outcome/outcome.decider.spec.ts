import { describe, expect, it } from '@jest/globals';
import { attemptToAsk } from '../purchase.state.js';
import {
  delivered,
  failed,
  fold,
  given,
  notFound,
  opened,
  OPENED,
  pending,
  PURCHASE,
  questioned,
  resolved,
  reversed,
  reviewRequired,
  says,
  START,
  started,
  type Step,
  unknown,
} from '../testing/given-purchase.js';

const MIN = 60_000;
const DELIVERED = { outcome: 'delivered', cost: 9_650n } as const;
const PENDING = { outcome: 'pending', code: '099' } as const;
const UNKNOWN = { outcome: 'unknown', reason: 'timeout' } as const;
const NOT_FOUND = { outcome: 'notFound', code: '015' } as const;
const REVERSED = { outcome: 'reversed', code: '040' } as const;
const REVIEW = { outcome: 'review', code: '044' } as const;
const FAILED = { outcome: 'failed', charged: false, code: '030', blame: 'biller' } as const;
/** Matches only when `nextVendor` is absent. */
const withoutNext = { nextVendor: undefined };
const secondVendor = { otherVendor: 2 };
const withId = { ...PURCHASE, attempt: 1, vendor: 1, vendorTransactionId: 'V1' };

describe('delivered', () => {
  it.each([
    ['started', []],
    ['pending', [pending(1)]],
    ['unknown', [unknown(1)]],
    ['not found', [notFound(1)]],
    ['under review', [reviewRequired(1)]],
  ])("settles a %s attempt at the vendor's cost", (_, steps) =>
    given(opened, started(), ...steps)
      .when(says(DELIVERED, MIN))
      .then({ type: 'AttemptDelivered', data: { cost: '9650', vendor: 1 } }),
  );
  it('uses the expected cost when the vendor tells none', () =>
    given(opened, started())
      .when(says({ outcome: 'delivered' }, 1))
      .then({ type: 'AttemptDelivered', data: { cost: '9700' } }));
  it('keeps the encrypted tokens', () =>
    given(opened, started())
      .when(says(DELIVERED, 1, { sealed: 'sealed' }))
      .then({ type: 'AttemptDelivered', data: { sealed: 'sealed' } }));
  it('happens once', () => given(opened, started(), delivered(1)).when(says(DELIVERED, 2)).thenNothing());
  it("only confirms a reviewer's decision", () =>
    given(opened, started(), unknown(1), reviewRequired(2), resolved(3, 'delivered'))
      .when(says(DELIVERED, 4))
      .thenNothing());
  it("hands over the artefacts once after a reviewer's decision", () => {
    const decided = [opened, started(), pending(1), reviewRequired(2), resolved(3, 'delivered')] as const;
    given(...decided)
      .when(says(DELIVERED, 4, { sealed: 'sealed' }))
      .then({ type: 'AttemptConfirmed', data: { sealed: 'sealed', cost: undefined } });
    const handed = { ...PURCHASE, attempt: 1, vendor: 1, sealed: 'sealed' };
    given(...decided, [4, { type: 'AttemptConfirmed', data: handed }])
      .when(says(DELIVERED, 5, { sealed: 'sealed again' }))
      .thenNothing();
    given(...decided, questioned(4))
      .when(says(DELIVERED, 5, { sealed: 'sealed', question: 'event-5' }))
      .then({ type: 'AttemptConfirmed', data: { sealed: 'sealed' } });
  });
  it('is ignored for an unknown attempt', () =>
    given(opened, started())
      .when(says(DELIVERED, 1, { attempt: 2 }))
      .thenNothing());
  it('settles by the first attempt while the second is under way', () =>
    given(opened, started(), failed(1, 1, 2), started(2, 2, 2))
      .when(says(DELIVERED, 3))
      .then(
        { type: 'AttemptDelivered', data: { attempt: 1 } },
        { type: 'AttemptQuestioned', data: { attempt: 2 } },
      ));
});

describe('late success', () => {
  const loss = {
    type: 'LateSuccessDetected' as const,
    data: {
      cost: '9650',
      postings: [
        { account: 'vendor_loss', amount: '9650' },
        { account: 'vendor_float:1', amount: '-9650' },
      ],
    },
  };
  it.each([
    ['failed', [failed(1)]],
    ['refunded by a person', [unknown(1), reviewRequired(2), resolved(3, 'refund')]],
  ])('is our loss after the purchase was %s', (_, steps) =>
    given(opened, started(), ...steps)
      .when(says(DELIVERED, MIN))
      .then(loss),
  );
  it('is booked once', () =>
    given(opened, started(), failed(1), [
      2,
      { type: 'LateSuccessDetected', data: { ...OPENED, attempt: 1, cost: '9650', postings: [] } },
    ])
      .when(says(DELIVERED, 3))
      .thenNothing());
  it('is our loss for a second attempt when the first delivered', () =>
    given(opened, started(), failed(1, 1, 2), started(2, 2, 2), delivered(3, 1))
      .when(says(DELIVERED, 4, { attempt: 2 }))
      .then({ type: 'LateSuccessDetected', data: { attempt: 2, vendor: 2 } }));
});

describe('reversed', () => {
  it('takes a delivery back at the charged cost', () =>
    given(opened, started(), delivered(1))
      .when(says(REVERSED, MIN))
      .then({ type: 'VendorReversed', data: { code: '040', cost: '9650' } }));
  it("takes a reviewer's delivery back at the expected cost", () =>
    given(opened, started(), unknown(1), reviewRequired(2), resolved(3, 'delivered'))
      .when(says(REVERSED, MIN))
      .then({ type: 'VendorReversed', data: { cost: '9700' } }));
  it('happens once', () =>
    given(opened, started(), delivered(1), reversed(2)).when(says(REVERSED, 3)).thenNothing());
  it('before delivery refunds without trying another vendor', () => {
    given(opened, started(), pending(1))
      .when(says(REVERSED, 2, secondVendor))
      .then({ type: 'AttemptFailed', data: { code: '040', charged: false } });
    given(opened, started())
      .when(says(REVERSED, 2, secondVendor))
      .then({ type: 'AttemptFailed', data: withoutNext });
  });
  it('changes nothing after a refund', () =>
    given(opened, started(), failed(1)).when(says(REVERSED, 2)).thenNothing());
  it('changes nothing for an attempt other than the delivered one', () =>
    given(opened, started(), failed(1, 1, 2), started(2, 2, 2), delivered(3, 2))
      .when(says(REVERSED, 4, { attempt: 1 }))
      .thenNothing());
  it('is final: a later delivery report changes nothing', () =>
    given(opened, started(), delivered(1), reversed(2)).when(says(DELIVERED, 3)).thenNothing());
});

describe('failed', () => {
  it('releases without another vendor', () =>
    given(opened, started())
      .when(says(FAILED, 1))
      .then({ type: 'AttemptFailed', data: { code: '030', nextVendor: undefined } }));
  it.each(['biller', 'ourAccount'] as const)('moves to the next vendor when blamed on %s', (blame) =>
    given(opened, started())
      .when(says({ ...FAILED, blame }, 1, secondVendor))
      .then({ type: 'AttemptFailed', data: { nextVendor: 2 } }),
  );
  it('tries no other vendor when blamed on the input', () =>
    given(opened, started())
      .when(says({ ...FAILED, blame: 'input' }, 1, secondVendor))
      .then({ type: 'AttemptFailed', data: { nextVendor: undefined } }));
  it('tries no other vendor once the purchase is 60 s old', () => {
    given(opened, started())
      .when(says(FAILED, MIN - 1, secondVendor))
      .then({ type: 'AttemptFailed', data: { nextVendor: 2 } });
    given(opened, started())
      .when(says(FAILED, MIN, secondVendor))
      .then({ type: 'AttemptFailed', data: { nextVendor: undefined } });
  });
  it.each([
    ['pending', pending(1)],
    ['unknown', unknown(1)],
    ['not found', notFound(1)],
    ['under review', reviewRequired(1)],
  ])('tries no other vendor after %s', (_, step) =>
    given(opened, started(), step)
      .when(says(FAILED, 2, secondVendor))
      .then({ type: 'AttemptFailed', data: { nextVendor: undefined } }),
  );
  it('moves to a third vendor, and to no fourth', () => {
    const second = [opened, started(), failed(1, 1, 2), started(2, 2, 2)] as const;
    given(...second)
      .when(says(FAILED, 3, { attempt: 2, otherVendor: 3 }))
      .then({ type: 'AttemptFailed', data: { attempt: 2, nextVendor: 3 } });
    given(...second, failed(3, 2, 3), started(4, 3, 3))
      .when(says(FAILED, 5, { attempt: 3, otherVendor: 4 }))
      .then({ type: 'AttemptFailed', data: { attempt: 3, nextVendor: undefined } });
  });
  it('happens once, and not after a delivery', () => {
    given(opened, started(), failed(1)).when(says(FAILED, 2)).thenNothing();
    given(opened, started(), delivered(1)).when(says(FAILED, 2)).thenNothing();
  });
  it('of an earlier attempt changes nothing about the next', () =>
    given(opened, started(), failed(1, 1, 2), started(2, 2, 2))
      .when(says(FAILED, 3))
      .thenNothing());
});

describe('pending and unknown', () => {
  it('are stored once', () => {
    given(opened, started())
      .when(says(PENDING, 1))
      .then({ type: 'AttemptPending', data: { code: '099' } });
    given(opened, started())
      .when(says(UNKNOWN, 1))
      .then({ type: 'AttemptOutcomeUnknown', data: { reason: 'timeout' } });
    given(opened, started(), pending(1)).when(says(UNKNOWN, 2)).then({ type: 'AttemptOutcomeUnknown' });
  });
  it('are not stored again', () => {
    given(opened, started(), pending(1)).when(says(PENDING, 2)).thenNothing();
    given(opened, started(), unknown(1)).when(says(UNKNOWN, 2)).thenNothing();
  });
  it('are stored again with a new vendor id, which later events carry', () => {
    const told = says({ ...PENDING, vendorTransactionId: 'V1' }, 2);
    given(opened, started(), pending(1))
      .when(told)
      .then({ type: 'AttemptPending', data: { vendorTransactionId: 'V1' } });
    given(opened, started(), [
      1,
      { type: 'AttemptPending', data: { ...OPENED, attempt: 1, code: '099', vendorTransactionId: 'V1' } },
    ])
      .when(says(FAILED, 2))
      .then({ type: 'AttemptFailed', data: { vendorTransactionId: 'V1' } });
  });
  it('change nothing after the end', () => {
    given(opened, started(), delivered(1)).when(says(PENDING, 2)).thenNothing();
    given(opened, started(), failed(1)).when(says(UNKNOWN, 2)).thenNothing();
  });
});

describe('the not-found rule', () => {
  const absent = {
    type: 'AttemptFailed' as const,
    data: { code: 'not-found', charged: false, nextVendor: undefined },
  };
  it('stores the first answer', () =>
    given(opened, started(), unknown(1))
      .when(says(NOT_FOUND, MIN))
      .then({ type: 'AttemptNotFound', data: { code: '015' } }));
  it('releases after two answers far enough apart about an attempt old enough', () =>
    given(opened, started(), unknown(1), notFound(3 * MIN))
      .when(says(NOT_FOUND, 5 * MIN))
      .then(absent));
  it('never sends again, with vendors left', () =>
    given(opened, started(), notFound(1))
      .when(says(NOT_FOUND, 6 * MIN, secondVendor))
      .then(absent));
  it('waits when the attempt is too young by a millisecond', () =>
    given(opened, started(), notFound(1))
      .when(says(NOT_FOUND, 5 * MIN - 1))
      .thenNothing());
  it('counts the age from the attempt, not from the purchase', () =>
    given(opened, started(4 * MIN), notFound(5 * MIN))
      .when(says(NOT_FOUND, 8 * MIN))
      .thenNothing());
  it('waits when the answers are too close by a millisecond', () =>
    given(opened, started(), notFound(5 * MIN))
      .when(says(NOT_FOUND, 7 * MIN - 1))
      .thenNothing());
  it('counts from the time of the query, not from when its answer is stored', () => {
    const askedAt = (atMs: number) => ({ askedAt: START + atMs });
    given(opened, started(), notFound(3 * MIN))
      .when(says(NOT_FOUND, 20 * MIN, askedAt(5 * MIN - 1)))
      .thenNothing();
    given(opened, started(), notFound(3 * MIN))
      .when(says(NOT_FOUND, 20 * MIN, askedAt(5 * MIN)))
      .then(absent);
    given(opened, started(), notFound(5 * MIN))
      .when(says(NOT_FOUND, 20 * MIN, askedAt(7 * MIN - 1)))
      .thenNothing();
  });
  it('keeps the time of the first not-found answer', () => {
    given(opened, started(), notFound(5 * MIN))
      .when(says(NOT_FOUND, 6 * MIN))
      .thenNothing();
    given(opened, started(), notFound(5 * MIN))
      .when(says(NOT_FOUND, 7 * MIN))
      .then(absent);
  });
  it.each([
    ['pending', pending(4 * MIN)],
    ['unknown', unknown(4 * MIN)],
  ])('starts again when the vendor said %s in between', (_, step) =>
    given(opened, started(), notFound(1), step)
      .when(says(NOT_FOUND, 6 * MIN))
      .then({ type: 'AttemptNotFound' }),
  );
  it('continues when the vendor was silent in between', () => {
    given(opened, started(), notFound(1))
      .when(says({ outcome: 'unknown', reason: 'timeout', silent: true }, 4 * MIN))
      .thenNothing();
    given(opened, started(), notFound(1))
      .when(says(UNKNOWN, 4 * MIN))
      .then({ type: 'AttemptOutcomeUnknown' });
  });
  it('starts again when the vendor asked for a review in between', () => {
    given(opened, started(), notFound(1), reviewRequired(2, 'vendor-044'))
      .when(says(NOT_FOUND, 6 * MIN))
      .then({ type: 'AttemptNotFound' });
    given(opened, started(), reviewRequired(1), notFound(2))
      .when(says(REVIEW, 3))
      .then({ type: 'AttemptOutcomeUnknown', data: { reason: 'vendor-044' } });
  });
  it('continues when only the age asked for a review', () =>
    given(opened, started(), notFound(1), reviewRequired(2))
      .when(says(NOT_FOUND, 40 * MIN))
      .then(absent));
  it('changes nothing after a delivery', () =>
    given(opened, started(), delivered(1))
      .when(says(NOT_FOUND, 9 * MIN))
      .thenNothing());
});

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
      .when(says(DELIVERED, 10_000))
      .then(
        { type: 'AttemptDelivered', data: { attempt: 1 } },
        { type: 'AttemptQuestioned', data: { attempt: 2, vendor: 2 } },
      ));

  it('has nothing to query when the other attempt is decided', () =>
    given(opened, started(), failed(1_000, 1, 2), started(2_000, 2, 2))
      .when(says(DELIVERED, 10_000, { attempt: 2 }))
      .then({ type: 'AttemptDelivered', data: { attempt: 2 } }));

  it('is queried until its outcome is certain', () => {
    expect(attemptToAsk(fold(settled)!)).toMatchObject({ number: 2, vendor: 2 });
    const second = (outcome: Parameters<typeof says>[0], atMs = MIN) =>
      says(outcome, atMs, { attempt: 2, question: 'event-6' });
    given(...settled)
      .when(second(DELIVERED))
      .then({ type: 'LateSuccessDetected', data: { attempt: 2, cost: '9650' } });
    given(...settled)
      .when(second(FAILED))
      .then({ type: 'AttemptConfirmed', data: { attempt: 2 } });
    given(...settled)
      .when(second(PENDING))
      .thenNothing();
    given(...settled)
      .when(second(NOT_FOUND, 5 * MIN))
      .thenNothing();
    given(...settled)
      .when(second(NOT_FOUND, 5 * MIN + 2_000))
      .then({ type: 'AttemptConfirmed', data: { attempt: 2 } });
  });
});

describe('a bank transfer', () => {
  const blamedOnUs = { ...FAILED, blame: 'ourAccount' } as const;
  const [atMs, opening] = opened;
  const transfer: Step = [atMs, { ...opening, data: { ...opening.data, service: 'transfer' } } as Step[1]];

  it('is refunded after a certain failure, not sent through another provider', () => {
    given(opened, started())
      .when(says(blamedOnUs, 1_000, { otherVendor: 2, source: 'dispatch' }))
      .then({ type: 'AttemptFailed', data: { nextVendor: 2 } });
    given(transfer, started())
      .when(says(blamedOnUs, 1_000, { otherVendor: 2, source: 'dispatch' }))
      .then({ type: 'AttemptFailed', data: { nextVendor: undefined } });
  });
});

describe('an answer after the vendor raised a question', () => {
  /** Ids of the third and the fourth event of `given`. */
  const [THIRD, FOURTH] = ['event-2', 'event-3'];
  const knowing = (outcome: Parameters<typeof says>[0], question?: string, atMs = 9) =>
    says(outcome, atMs, question === undefined ? {} : { question });

  it('settles the question', () => {
    given(opened, started(), delivered(1), questioned(5))
      .when(knowing(DELIVERED, FOURTH))
      .then({ type: 'AttemptConfirmed' });
    given(opened, started(), delivered(1), questioned(5))
      .when(knowing(REVERSED, FOURTH))
      .then({ type: 'VendorReversed' });
  });
  it('does not settle it when the query was earlier', () => {
    given(opened, started(), delivered(1), questioned(5)).when(knowing(DELIVERED)).thenNothing();
    given(opened, started(), questioned(5))
      .when(knowing(DELIVERED))
      .then({ type: 'AttemptDelivered' }, { type: 'AttemptQuestioned' });
  });
  it('does not settle it when only the clock of the process that stored the question was behind', () => {
    const hourBehind = questioned(-60 * MIN);
    given(opened, started(), hourBehind)
      .when(knowing(DELIVERED))
      .then({ type: 'AttemptDelivered' }, { type: 'AttemptQuestioned' });
    given(opened, started(), delivered(1), hourBehind).when(knowing(FAILED)).thenNothing();
  });
  it('settles it although the clock of the process that stored the question was ahead', () =>
    given(opened, started(), delivered(1), questioned(60 * MIN))
      .when(knowing(DELIVERED, FOURTH))
      .then({ type: 'AttemptConfirmed' }));
  it('settles an earlier question only', () =>
    given(opened, started(), questioned(1), questioned(2))
      .when(knowing(DELIVERED, THIRD))
      .then({ type: 'AttemptDelivered' }, { type: 'AttemptQuestioned' }));
  it('does not settle it when uncertain', () =>
    given(opened, started(), delivered(1), questioned(5)).when(knowing(UNKNOWN, FOURTH)).thenNothing());

  it.each([
    ['unknown', unknown(6)],
    ['pending', pending(6)],
    ['not found', notFound(6)],
    ['a review', reviewRequired(6)],
  ])('is queried again when it predates the question and %s came in between', (_, step) =>
    given(opened, started(), questioned(5), step)
      .when(knowing(DELIVERED))
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
  const absent = { type: 'AttemptFailed' as const, data: { code: 'not-found', charged: false } };
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

describe('an unreadable text that a vendor handed over', () => {
  const delayed = { outcome: 'pending', code: 'TOKEN_DELAYED', unread: 'token: 77-AB' } as const;
  const sealedUnread = 'sealed:unread';
  const unreadPending = (atMs: number): Step => [
    atMs,
    {
      type: 'AttemptPending',
      data: { ...PURCHASE, attempt: 1, vendor: 1, code: 'TOKEN_DELAYED', sealed: sealedUnread },
    },
  ];

  it('is stored sealed with the pending answer, and never in clear text', () => {
    const command = says(delayed, MIN, { sealedUnread });
    given(opened, started())
      .when(command)
      .then({
        type: 'AttemptPending',
        data: {
          ...PURCHASE,
          attempt: 1,
          vendor: 1,
          code: 'TOKEN_DELAYED',
          sealed: sealedUnread,
          unread: undefined,
        },
      });
  });
  it('is stored although the answer is still pending', () =>
    given(opened, started(), pending(1))
      .when(says(delayed, MIN, { sealedUnread }))
      .then({ type: 'AttemptPending', data: { sealed: sealedUnread } }));
  it('is stored at most ten times for an attempt', () => {
    const times = (count: number) => Array.from({ length: count }, (_, index) => unreadPending(index + 1));
    given(opened, started(), ...times(9))
      .when(says(delayed, MIN, { sealedUnread }))
      .then({ type: 'AttemptPending' });
    given(opened, started(), ...times(10))
      .when(says(delayed, MIN, { sealedUnread }))
      .thenNothing();
  });
  it.each(['delivered', 'refund'] as const)(
    'is stored although a person decided %s before, at most ten times and without another change',
    (decision) => {
      const decided = [opened, started(), pending(1), reviewRequired(2), resolved(3, decision)] as const;
      const mismatch = { outcome: 'review', code: 'AMOUNT_MISMATCH', unread: 'token: 1' } as const;
      given(...decided)
        .when(says(delayed, 4, { sealedUnread }))
        .then({ type: 'AttemptPending', data: { sealed: sealedUnread } });
      given(...decided)
        .when(says(mismatch, 4, { sealedUnread }))
        .then({
          type: 'AttemptOutcomeUnknown',
          data: { reason: 'vendor-AMOUNT_MISMATCH', sealed: sealedUnread },
        });
      given(...decided)
        .when(says(delayed, 4))
        .thenNothing();
      given(...decided)
        .when(says(mismatch, 4))
        .thenNothing();
      given(...decided, ...Array.from({ length: 10 }, () => unreadPending(4)))
        .when(says(delayed, 5, { sealedUnread }))
        .thenNothing();
    },
  );
  it('does not keep the artefacts of a later answer from a purchase that a person decided', () =>
    given(opened, started(), pending(1), reviewRequired(2), resolved(3, 'delivered'), unreadPending(4))
      .when(says({ outcome: 'delivered', cost: 9_650n }, 5, { sealed: 'sealed' }))
      .then({ type: 'AttemptConfirmed', data: { sealed: 'sealed' } }));
  it('is stored before the review that the vendor asks for, and during it', () => {
    const mismatch = { outcome: 'review', code: 'AMOUNT_MISMATCH', unread: 'token: 1' } as const;
    given(opened, started())
      .when(says(mismatch, MIN, { sealedUnread }))
      .then(
        { type: 'AttemptOutcomeUnknown', data: { reason: 'vendor-AMOUNT_MISMATCH', sealed: sealedUnread } },
        { type: 'ReviewRequired', data: { why: 'vendor-AMOUNT_MISMATCH' } },
      );
    given(opened, started(), reviewRequired(1))
      .when(says(mismatch, MIN, { sealedUnread }))
      .then({ type: 'AttemptOutcomeUnknown', data: { sealed: sealedUnread } });
  });
});

describe('a decision that carried tokens or pins', () => {
  const PINS = { service: 'exams', exam: 1, quantity: 2 } as const;
  const exam: Step = [0, { type: 'PurchaseOpened', data: { ...OPENED, service: 'exams', product: PINS } }];
  const decided = [
    exam,
    started(),
    unknown(1),
    reviewRequired(2),
    [
      3,
      {
        type: 'ReviewResolved',
        data: {
          ...PURCHASE,
          attempt: 1,
          vendor: 1,
          decision: 'delivered',
          reason: 'r',
          cost: '1',
          sealed: 's',
        },
      },
    ] as Step,
  ] as const;

  it('keeps them when the vendor hands over a part later', () =>
    given(...decided)
      .when(says({ outcome: 'partial', delivered: 1, of: 2 }, MIN, { sealed: 'part' }))
      .thenNothing());
  it('gives way to a complete delivery of the vendor', () =>
    given(...decided)
      .when(says(DELIVERED, MIN, { sealed: 'whole' }))
      .then({ type: 'AttemptConfirmed', data: { sealed: 'whole' } }));
});
