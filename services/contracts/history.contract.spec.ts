import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TRANSACTION_STEPS, type TransactionStepName } from './history.contract.js';
import { forwardSteps } from './history.contract.js';

const told = (...names: readonly TransactionStepName[]): TransactionStepName[] =>
  forwardSteps(names.map((step) => ({ step }))).map(({ step }) => step);

/** Steps that may follow each step, written independently of `forwardSteps`. */
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
  it('stay in review when the provider is silent', () =>
    expect(told('accepted', 'sent', 'unknown', 'review', 'unknown', 'pending', 'sent')).toEqual([
      'accepted',
      'sent',
      'unknown',
      'review',
    ]));

  it('stay pending when the provider is silent', () =>
    expect(told('accepted', 'sent', 'pending', 'unknown', 'pending')).toEqual([
      'accepted',
      'sent',
      'pending',
    ]));

  it('start again with another attempt', () =>
    expect(told('accepted', 'sent', 'pending', 'sent', 'unknown')).toEqual([
      'accepted',
      'sent',
      'pending',
      'sent',
      'unknown',
    ]));

  it('end with the outcome of the money', () =>
    expect(told('accepted', 'sent', 'delivered', 'unknown', 'review', 'reversed')).toEqual([
      'accepted',
      'sent',
      'delivered',
      'reversed',
    ]));

  const anyOrder = fc.array(fc.constantFrom(...TRANSACTION_STEPS), { maxLength: 12 });

  it('only move forward, in any order of events', () => {
    fc.assert(
      fc.property(anyOrder, (steps) => {
        const shown = told('accepted', ...steps);
        for (const [index, step] of shown.entries()) {
          const next = shown[index + 1];
          // A repeated `accepted` changes nothing, so the step before it still counts.
          const before = shown.slice(0, index + 1).findLast((each) => each !== 'accepted') ?? step;
          if (next) expect(FOLLOWERS[before]).toContain(next);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('keep every money fact, and do not change when filtered again', () => {
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

  it('do not change by later steps', () => {
    fc.assert(
      fc.property(anyOrder, fc.constantFrom(...TRANSACTION_STEPS), (steps, later) => {
        const shown = told(...steps);
        expect(told(...steps, later).slice(0, shown.length)).toEqual(shown);
      }),
    );
  });
});
