import type { CallAnswer } from '../../contracts/calls.js';
import type { Decision } from '../../contracts/admin/external.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import { lagosIso, lagosDisplay } from '../../contracts/fields/lagos-day.js';
import type { Resolution } from '../../purchases/review/resolve-reviews.handler.js';
import type { ReviewEnding } from '../../purchases/review/review-steps.js';

export type DecisionAnswer = Pick<
  CallAnswer<'refundExternal'>,
  'result' | 'message' | 'decided_by' | 'decided_at'
>;

export function decisionAnswer(
  { result, refusal, ending }: Resolution,
  decision: Decision,
  names: (id: string) => string,
): DecisionAnswer {
  const before = ending && {
    decided_by: ending.by === undefined ? '' : names(ending.by),
    decided_at: lagosIso(ending.at),
  };
  if (result === 'done') return { result, message: DONE[decision] };
  const how = ending ? howItEnded(ending, names) : '';
  if (refusal) return { result, message: new RuleBroken(refusal.code, { how }).message, ...before };
  return { result, message: `Nothing was changed: ${how}.`, ...before };
}

const DONE: Readonly<Record<Decision, string>> = {
  refund: 'Refunded: the money goes back to the customer.',
  successful: 'Marked as successful: the customer pays for it.',
};

export function howItEnded({ as, by, at }: ReviewEnding, names: (id: string) => string): string {
  const when = lagosDisplay(at);
  if (by === undefined) return `the vendor answered on ${when}`;
  const what = as === 'refund' ? 'refunded it' : 'marked it as successful';
  return `${names(by)} ${what} on ${when}`;
}
