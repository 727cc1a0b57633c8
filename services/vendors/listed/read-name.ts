import type { ListedPlan } from '../vendor-adapter.js';

const SIZE = /(\d{1,4}(?:\.\d{1,3})?) ?([MGT]B)\b/i;
const SPAN = /(\d{1,3}) ?(day|days|hr|hrs|month|months)\b/i;
const HOURS_PER_DAY = 24;
const DAYS_PER_MONTH = 30;

/**
 * Reads size and days from a name such as `N200 200MB - 2 days`. Omits values that the name does not contain.
 */
export function readName(name: string): Pick<ListedPlan, 'size' | 'days'> {
  const [, amount, unit] = SIZE.exec(name) ?? [];
  const [, number, span] = SPAN.exec(name) ?? [];
  const days = number === undefined || span === undefined ? undefined : daysOf(Number(number), span);
  return {
    ...(amount !== undefined && unit !== undefined && { size: `${Number(amount)}${unit.toUpperCase()}` }),
    ...(days !== undefined && { days }),
  };
}

function daysOf(number: number, span: string): number | undefined {
  const unit = span.toLowerCase();
  const days = unit.startsWith('h')
    ? number / HOURS_PER_DAY
    : unit.startsWith('m')
      ? number * DAYS_PER_MONTH
      : number;
  return Number.isInteger(days) && days > 0 ? days : undefined;
}
