import { z } from 'zod';
import { serverOnly } from '../call.js';
import { TRANSACTION_STATUSES } from '../services.js';

export const PROBLEMS = [
  'not-received',
  'does-not-work',
  'wrong-recipient',
  'wrong-amount',
  'charged-twice',
  'other',
] as const;
export type Problem = (typeof PROBLEMS)[number];

export const PROBLEM_TEXTS: Readonly<Record<Problem, string>> = {
  'not-received': 'It has not arrived',
  'does-not-work': 'The token or PIN does not work',
  'wrong-recipient': 'It went to the wrong number',
  'wrong-amount': 'The amount is wrong',
  'charged-twice': 'I was charged twice',
  other: 'Something else',
};

export const PROBLEM_WORDS_MAX = 500;

export const ProblemReport = serverOnly(() =>
  z.object({
    problem: z.enum(PROBLEMS).meta({ example: 'not-received' }),
    /**
     * Text that the customer wrote about the problem. Empty for an erased customer. `***` for
     * readers who may not see it.
     */
    words: z.string().meta({ example: 'The balance of the line has not changed.' }),
    /** Status that the purchase had when the customer reported the problem. */
    transaction_status: z.enum(TRANSACTION_STATUSES).meta({ example: 'Pending' }),
    reported_at: z.string().meta({ example: '2026-03-02T10:40:30.000+01:00' }),
  }),
);
export type ProblemReport = z.output<typeof ProblemReport>;
