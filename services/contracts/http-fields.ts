import { z } from 'zod';
import { koboFromNaira } from './money.js';
import { normalisePhone } from './phones.js';

/** No control characters, C0 or C1: they never belong in a field of ours. */
const PLAIN = /^\P{Cc}*$/u;

/** Text of a person: bounded, without control characters. */
export const Text = (max: number, min = 1) =>
  z
    .string('must be text')
    .min(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`)
    .regex(PLAIN, 'must not hold control characters');

/** A token sent in the body beside the session cookie. Whether it belongs to that session is checked with the session. */
export const BodyToken = Text(256, 0).nullish();

/** Naira as a JSON number or a plain decimal string, at most two decimals, more than nothing. Becomes kobo. */
export const Amount = z.custom<number | string>().transform((value, context) => {
  const kobo = koboFromNaira(value);
  if (kobo !== undefined && kobo > 0n) return kobo;
  context.addIssue({
    code: 'custom',
    message:
      kobo === undefined
        ? 'must be naira with at most two decimals, for example 1500.50'
        : 'must be more than zero',
  });
  return z.NEVER;
});

const CODE = /^\d{1,4}$/;

/** A code of the contract: a JSON number or digits, becoming a number. */
export const Code = z.custom<number | string>().transform((value, context) => {
  if ((typeof value === 'number' || typeof value === 'string') && CODE.test(String(value)))
    return Number(value);
  context.addIssue({ code: 'custom', message: 'must be a code of one to four digits' });
  return z.NEVER;
});

/** One of the four networks. */
export const Network = Code.refine(
  (code) => code >= 1 && code <= 4,
  'must be 1 (Mtn), 2 (Glo), 3 (Airtel) or 4 (9mobile)',
).transform((code) => code as 1 | 2 | 3 | 4);

/** Exactly four digits, as text. */
export const Pin = z.string('must be four digits as text').regex(/^\d{4}$/, 'must be four digits as text');

/** A Nigerian mobile number in any form people write it. Becomes `+234…`. */
export const Phone = z.string('must be text').transform((value, context) => {
  const phone = normalisePhone(value);
  if (phone !== undefined) return phone;
  context.addIssue({
    code: 'custom',
    message: 'Enter a valid 11-digit Nigerian number.',
    params: { code: 'INVALID_PHONE' },
  });
  return z.NEVER;
});

/** The reference of a transaction as shown to customers. */
export const Reference = Text(64);

const WHOLE = /^\d{1,9}$/;

/** A whole number from `min` to `max`, as a JSON number or digits. */
export const Whole = (min: number, max: number) =>
  z.custom<number | string>().transform((value, context) => {
    const number =
      (typeof value === 'number' || typeof value === 'string') && WHOLE.test(String(value))
        ? Number(value)
        : NaN;
    if (number >= min && number <= max) return number;
    context.addIssue({ code: 'custom', message: `must be a whole number from ${min} to ${max}` });
    return z.NEVER;
  });

/** A calendar day, `yyyy-MM-dd`. An empty text or null is no day. */
export const Day = z
  .string('must be a date, yyyy-MM-dd')
  .nullish()
  .transform((value, context) => {
    if (value === undefined || value === null || value === '') return undefined;
    if (isDay(value)) return value;
    context.addIssue({ code: 'custom', message: 'must be a date, yyyy-MM-dd' });
    return z.NEVER;
  });

function isDay(text: string): boolean {
  if (!/^(?:19|20)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
