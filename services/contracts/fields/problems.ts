import { z } from 'zod';
import { serverOnly } from '../call.js';
import { TRANSACTION_STATUSES } from '../services.js';

/** What a customer may say is wrong with a purchase. */
export const PROBLEMS = [
  'not-received',
  'does-not-work',
  'wrong-recipient',
  'wrong-amount',
  'charged-twice',
  'other',
] as const;
export type Problem = (typeof PROBLEMS)[number];

/** The same in words, as customers choose it and administrators read it. */
export const PROBLEM_TEXTS: Readonly<Record<Problem, string>> = {
  'not-received': 'It has not arrived',
  'does-not-work': 'The token or PIN does not work',
  'wrong-recipient': 'It went to the wrong number',
  'wrong-amount': 'The amount is wrong',
  'charged-twice': 'I was charged twice',
  other: 'Something else',
};

/** Characters a customer may add in their own words. */
export const PROBLEM_WORDS_MAX = 500;

/** The newest report of a problem with one purchase. */
export const ProblemReport = serverOnly(() =>
  z.object({
    problem: z.enum(PROBLEMS),
    /** The customer's own; empty where there are none or the person was erased, `***` for whoever may not see them. */
    words: z.string(),
    /** As which the customer saw the purchase when they reported it. */
    transaction_status: z.enum(TRANSACTION_STATUSES),
    /** ISO 8601 with +01:00. */
    reported_at: z.string(),
  }),
);
export type ProblemReport = z.output<typeof ProblemReport>;
