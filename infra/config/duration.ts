import { z } from 'zod';

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Reads `250ms`, `15s`, `5m`, `24h` or `7d` into milliseconds. */
export function milliseconds(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim());
  return match ? Number(match[1]) * UNITS[match[2] as keyof typeof UNITS] : undefined;
}

/** A duration setting: text in, milliseconds out. */
export const Duration = z.string().transform((text, context) => {
  const ms = milliseconds(text);
  if (ms !== undefined) return ms;
  context.addIssue({ code: 'custom', message: 'must be a duration such as 250ms, 15s, 5m or 24h' });
  return z.NEVER;
});

/** A comma-separated list of durations. */
export const Durations = z.string().transform((text, context) => {
  const list = text.split(',').map((part) => milliseconds(part));
  if (list.every((ms) => ms !== undefined)) return list;
  context.addIssue({ code: 'custom', message: 'must be durations such as 15s,30s,1m' });
  return z.NEVER;
});
