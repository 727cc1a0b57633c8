import { expect } from '@jest/globals';
import { type ErrorCode, RuleBroken } from '../../contracts/errors.js';
import type { QueryOutcome } from '../../vendors/vendor-adapter.js';
import type { OutcomePolicy, PurchaseCommand, RecordOutcome } from '../purchase.commands.js';
import { decide } from '../purchase.decider.js';
import type { PurchaseEvent, PurchaseEventDraft, PurchaseOpened } from '../purchase.events.js';
import { evolve, type Purchase } from '../purchase.state.js';

export const START = Date.parse('2026-03-01T09:00:00.000Z');
export const POLICY: OutcomePolicy = {
  notFoundAfterMs: 300_000,
  notFoundSpacingMs: 120_000,
  reviewAfterMs: 1_800_000,
  failoverWithinMs: 60_000,
};
export const PURCHASE = { userId: 'ada', purchaseId: '7d3f1a52-6a0e-5b8c-9d4f-2e1c3b5a7968' } as const;
const VENDOR_REFERENCE = '2026030110000000000000000000000000x1';

export const OPENED: PurchaseOpened = {
  ...PURCHASE,
  reference: 'NLTEST',
  service: 'airtime',
  product: { network: 1 },
  amount: '10000',
  price: '9900',
  expectedCost: '9700',
  vendor: 1,
  requestDigest: 'digest',
  sealed: 'sealed:ada',
  firstAnswer: { message: 'Accepted', reference: 'NLTEST' },
};

/** Event to store, `atMs` after the opening. */
export type Step = readonly [atMs: number, draft: PurchaseEventDraft];

export const opened: Step = [0, { type: 'PurchaseOpened', data: OPENED }];
export const started = (atMs = 0, attempt = 1, vendor = 1): Step => [
  atMs,
  { type: 'AttemptStarted', data: { ...PURCHASE, attempt, vendor, vendorReference: VENDOR_REFERENCE } },
];
const report = (attempt: number) => ({ ...PURCHASE, attempt, vendor: attempt });
export const pending = (atMs: number, attempt = 1): Step => [
  atMs,
  { type: 'AttemptPending', data: { ...report(attempt), code: '099' } },
];
export const unknown = (atMs: number, attempt = 1): Step => [
  atMs,
  { type: 'AttemptOutcomeUnknown', data: { ...report(attempt), reason: 'timeout' } },
];
export const notFound = (atMs: number, attempt = 1): Step => [
  atMs,
  { type: 'AttemptNotFound', data: { ...report(attempt), code: '015' } },
];
export const delivered = (atMs: number, attempt = 1, cost = '9650'): Step => [
  atMs,
  { type: 'AttemptDelivered', data: { ...report(attempt), cost } },
];
export const failed = (atMs: number, attempt = 1, nextVendor?: number): Step => [
  atMs,
  {
    type: 'AttemptFailed',
    data: {
      ...report(attempt),
      code: '030',
      blame: 'biller',
      charged: false,
      ...(nextVendor === undefined ? {} : { nextVendor }),
    },
  },
];
export const questioned = (atMs: number, attempt = 1): Step => [
  atMs,
  { type: 'AttemptQuestioned', data: report(attempt) },
];
export const reviewRequired = (atMs: number, why = 'open-too-long'): Step => [
  atMs,
  { type: 'ReviewRequired', data: { ...PURCHASE, attempt: 1, why } },
];
export const resolved = (atMs: number, decision: 'delivered' | 'refund'): Step => [
  atMs,
  {
    type: 'ReviewResolved',
    data: {
      ...report(1),
      decision,
      reason: 'told by the vendor',
      cost: decision === 'delivered' ? '9700' : '0',
    },
  },
];
export const reversed = (atMs: number): Step => [
  atMs,
  { type: 'VendorReversed', data: { ...report(1), code: '040', cost: '9650' } },
];

export const says = (
  outcome: QueryOutcome,
  atMs: number,
  more: Partial<RecordOutcome> = {},
): RecordOutcome => ({
  type: 'RecordOutcome',
  source: 'query',
  attempt: 1,
  outcome,
  policy: POLICY,
  now: new Date(START + atMs),
  ...more,
});

export function fold(steps: readonly Step[]): Purchase | undefined {
  return steps.reduce<Purchase | undefined>(
    (purchase, [atMs, draft], index) => evolve(purchase, eventOf(draft, atMs, index)),
    undefined,
  );
}

export const eventOf = (draft: PurchaseEventDraft, atMs: number, index: number): PurchaseEvent =>
  ({
    id: `event-${index}`,
    type: draft.type,
    version: 1,
    at: new Date(START + atMs).toISOString(),
    actor: { kind: 'system', id: 'test' },
    correlationId: 'context',
    causationId: 'context',
    data: draft.data,
  }) as PurchaseEvent;

export const given = (...steps: readonly Step[]) => ({
  when: (command: PurchaseCommand) => ({
    thenNothing: () => expect(decide(command, fold(steps))).toEqual([]),
    /** Compares only the named fields; `undefined` means that a field is absent. */
    then: (...expected: readonly { type: PurchaseEventDraft['type']; data?: object }[]) => {
      const decided = decide(command, fold(steps));
      expect(decided.map(({ type }) => type)).toEqual(expected.map(({ type }) => type));
      for (const [index, { data = {} }] of expected.entries()) {
        const stored: Readonly<Record<string, unknown>> = { ...decided[index]!.data };
        expect(Object.fromEntries(Object.keys(data).map((name) => [name, stored[name]]))).toEqual(data);
      }
    },
    thenRefused: (code: ErrorCode) => {
      expect(() => decide(command, fold(steps))).toThrow(RuleBroken);
      expect(() => decide(command, fold(steps))).toThrow(expect.objectContaining({ code }));
    },
  }),
});
