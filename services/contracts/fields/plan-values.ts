export interface Range {
  readonly value: string;
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

export const VALIDITIES: readonly Range[] = [
  { value: 'days', text: 'Up to 2 days', from: 1, to: 2 },
  { value: 'weeks', text: 'A week or two', from: 3, to: 14 },
  { value: 'month', text: 'A month', from: 15, to: 31 },
  { value: 'longer', text: 'Longer', from: 32, to: Infinity },
];

export const SIZES: readonly Range[] = [
  { value: 'small', text: 'Below 1GB', from: 0, to: 0.99 },
  { value: 'medium', text: '1 to 5GB', from: 1, to: 5 },
  { value: 'large', text: 'Over 5GB', from: 5.01, to: Infinity },
];

export const rangeOf = (ranges: readonly Range[], number: number | undefined): string | undefined =>
  number === undefined ? undefined : ranges.find(({ from, to }) => from <= number && number <= to)?.value;

const GIGABYTES: ReadonlyMap<string, number> = new Map([
  ['M', 0.001],
  ['G', 1],
  ['T', 1000],
]);

/**
 * Returns the gigabytes in the name of a plan, such as `1.5GB - 30 days` or `500MB`. Returns
 * `undefined` when the name states no size.
 */
export function gigabytesOf(name: string): number | undefined {
  const [, amount, unit = ''] = /(\d{1,4}(?:\.\d{1,3})?) ?([GMT])B/i.exec(name) ?? [];
  const each = GIGABYTES.get(unit.toUpperCase());
  return amount && each ? Number(amount) * each : undefined;
}

const DAYS: ReadonlyMap<string, number> = new Map([
  ['day', 1],
  ['week', 7],
  ['month', 30],
  ['year', 365],
]);

export function daysOf(validity: string): number | undefined {
  const [, amount, unit = ''] = /(\d{1,3}) ?(day|week|month|year)/i.exec(validity) ?? [];
  const each = DAYS.get(unit.toLowerCase());
  return amount && each ? Number(amount) * each : undefined;
}

export function nairaPerGigabyte({
  name,
  price,
}: {
  readonly name: string;
  readonly price: number;
}): number | undefined {
  const gigabytes = gigabytesOf(name);
  return gigabytes ? price / gigabytes : undefined;
}

/**
 * Returns the plan with the lowest `nairaPerGigabyte`. Returns `undefined` when fewer than two
 * plans can be compared.
 */
export function bestValue<Plan extends { readonly name: string; readonly price: number }>(
  plans: readonly Plan[],
): Plan | undefined {
  const compared = plans.filter((plan) => nairaPerGigabyte(plan) !== undefined);
  if (compared.length < 2) return undefined;
  return compared.reduce((best, plan) => (nairaPerGigabyte(plan)! < nairaPerGigabyte(best)! ? plan : best));
}
