import { z } from 'zod';

const UNITS: ReadonlyMap<string | undefined, number> = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** Parses `250ms`, `15s`, `5m`, `24h` or `7d` into milliseconds. */
export function milliseconds(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim());
  const unit = UNITS.get(match?.[2]);
  return match && unit !== undefined ? Number(match[1]) * unit : undefined;
}

export const Duration = z.string().transform((text, context) => {
  const ms = milliseconds(text);
  if (ms !== undefined) return ms;
  context.addIssue({ code: 'custom', message: 'must be a duration such as 250ms, 15s, 5m or 24h' });
  return z.NEVER;
});

export const Durations = z.string().transform((text, context) => {
  const list = text.split(',').map((part) => milliseconds(part));
  if (list.every((ms) => ms !== undefined)) return list;
  context.addIssue({ code: 'custom', message: 'must be durations such as 15s,30s,1m' });
  return z.NEVER;
});
