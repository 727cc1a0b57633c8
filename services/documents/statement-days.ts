import { RuleBroken } from '../contracts/errors.js';
import { lagosDateOf } from '../contracts/fields/lagos-day.js';

export interface StatementDays {
  readonly from: string;
  readonly to: string;
}

const A_YEAR_MS = 366 * 86_400_000;

/**
 * When `to` is missing, the last day is today. When `from` is missing, the first day is the first of the
 * month of `to`.
 * @throws RuleBroken VALIDATION_FAILED when `to` is before `from`, or more than a year after it
 */
export function statementDays(
  asked: { readonly [End in keyof StatementDays]?: string | undefined },
  nowMs: number,
): StatementDays {
  const today = lagosDateOf(nowMs);
  // A `from` in the future alone is the last day too: that statement is empty.
  const to = asked.to ?? (asked.from !== undefined && asked.from > today ? asked.from : today);
  const from = asked.from ?? `${to.slice(0, 7)}-01`;
  if (from > to)
    throw new RuleBroken('VALIDATION_FAILED', { field: 'to', reason: 'must not be before from' });
  if (Date.parse(to) - Date.parse(from) > A_YEAR_MS)
    throw new RuleBroken('VALIDATION_FAILED', {
      field: 'to',
      reason: 'must be at most a year after from',
    });
  return { from, to };
}
