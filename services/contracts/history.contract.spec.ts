import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TRANSACTION_STEPS, type TransactionStepName } from './history.contract.js';
import { forwardSteps } from './history.contract.js';

const told = (...names: readonly TransactionStepName[]): TransactionStepName[] =>
  forwardSteps(names.map((step) => ({ step }))).map(({ step }) => step);

/** Written down once more, apart from the code: which step may follow which on the screen. */
const FOLLOWERS: Readonly<Record<TransactionStepName, readonly TransactionStepName[]>> = {
  accepted: ['accepted', 'sent', 'unknown', 'pending', 'review', 'delivered', 'refunded', 'reversed'],
  sent: ['accepted', 'sent', 'unknown', 'pending', 'review', 'delivered', 'refunded', 'reversed'],
  unknown: ['accepted', 'sent', 'pending', 'review', 'delivered', 'refunded', 'reversed'],
  pending: ['accepted', 'sent', 'review', 'delivered', 'refunded', 'reversed'],
  review: ['accepted', 'delivered', 'refunded', 'reversed'],
  delivered: ['accepted', 'delivered', 'refunded', 'reversed'],
  refunded: ['accepted', 'delivered', 'refunded', 'reversed'],
  reversed: ['accepted', 'delivered', 'refunded', 'reversed'],
};

describe('the steps of a purchase that are shown', () => {
  it('do not go back from a person who checks to a silent provider', () =>
    expect(told('accepted', 'sent', 'unknown', 'review', 'unknown', 'pending', 'sent')).toEqual([
      'accepted',
      'sent',
      'unknown',
      'review',
    ]));

  it('do not forget that the provider is working on it', () =>
    expect(told('accepted', 'sent', 'pending', 'unknown', 'pending')).toEqual([
      'accepted',
      'sent',
      'pending',
    ]));

  it('begin anew with another attempt', () =>
    expect(told('accepted', 'sent', 'pending', 'sent', 'unknown')).toEqual([
      'accepted',
      'sent',
      'pending',
      'sent',
      'unknown',
    ]));

  it('end with what became of the money', () =>
    expect(told('accepted', 'sent', 'delivered', 'unknown', 'review', 'reversed')).toEqual([
      'accepted',
      'sent',
      'delivered',
      'reversed',
    ]));

  const anyOrder = fc.array(fc.constantFrom(...TRANSACTION_STEPS), { maxLength: 12 });

  it('only move forward, in whatever order their events come', () => {
    fc.assert(
      fc.property(anyOrder, (steps) => {
        const shown = told('accepted', ...steps);
        for (const [index, step] of shown.entries()) {
          const next = shown[index + 1];
          // A repeated `accepted` is a fact that moves nothing: what came before it still holds.
          const before = shown.slice(0, index + 1).findLast((each) => each !== 'accepted') ?? step;
          if (next) expect(FOLLOWERS[before]).toContain(next);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('keep every fact of money, and are the same when filtered again', () => {
    fc.assert(
      fc.property(anyOrder, (steps) => {
        const money = (names: readonly TransactionStepName[]) =>
          names.filter((step) => ['accepted', 'delivered', 'refunded', 'reversed'].includes(step));
        const shown = told(...steps);
        expect(money(shown)).toEqual(money(steps));
        expect(told(...shown)).toEqual(shown);
      }),
    );
  });

  it('do not change by what comes later', () => {
    fc.assert(
      fc.property(anyOrder, fc.constantFrom(...TRANSACTION_STEPS), (steps, later) => {
        const shown = told(...steps);
        expect(told(...steps, later).slice(0, shown.length)).toEqual(shown);
      }),
    );
  });
});
