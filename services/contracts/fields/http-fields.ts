import { z } from 'zod';
import { type Kobo, koboFromNaira } from '../money.js';
import { isEntryOf } from '../own-entry.js';
import { normalisePhone } from './phones.js';
import { plainDigits, plainText, storedText, WRITTEN_LENGTH_MAX } from './plain-text.js';
import { plainAmount } from './written-numbers.js';

/**
 * Matches a text without control characters (C0 and C1) and without characters that reverse the
 * direction of text (LRO, RLO).
 */
const PLAIN = /^[^\p{Cc}\u202d\u202e]*$/u;
const NO_CONTROLS = 'must not hold control characters';

/**
 * Text of limited length. The length is checked first, so that patterns never search a text of 64 kB.
 * @param type error message for a value that is not text
 * @param message error message for a text that is too long
 */
export const Bounded = (
  max: number,
  type = 'must be text',
  message = `must have at most ${max} characters`,
) => z.string(type).max(max, { abort: true, message });

/**
 * Text of limited length that `storedText` normalises. The length is checked again after
 * normalising, because normalising can lengthen a text.
 */
const Composed = (max: number) =>
  Bounded(max).overwrite(storedText).max(max, `must have at most ${max} characters`);

export const Text = (max: number, min = 1) =>
  Composed(max)
    .min(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`)
    .regex(PLAIN, NO_CONTROLS);

/**
 * Text of several lines that `storedText` normalises. Each end of a line becomes a single line
 * feed.
 */
export const Lines = (max: number) =>
  Composed(max)
    .regex(MULTILINE, NO_CONTROLS)
    .overwrite((text) => text.replace(/\r\n?/g, '\n'));

/** Accepts pasted text. Removes invisible marks and surrounding spaces. */
export const Pasted = (message: string) =>
  Bounded(100, 'must be text', message)
    .regex(PLAIN, NO_CONTROLS)
    .overwrite((typed) => plainText(typed).trim());

/** Accepts exactly `count` digits. Spaces and dashes between the digits are removed. */
export const Digits = (count: number, what: string) => {
  const message = `must be ${what} as text`;
  return Written(message, message).regex(new RegExp(`^\\d{${count}}$`), message);
};

const Written = (type: string, message: string) =>
  Bounded(WRITTEN_LENGTH_MAX, type, message).overwrite(plainDigits);

/** Session token in the body of a request. The token must belong to the session of the cookie. */
export const BodyToken = Text(256, 0).nullish();

/** Confirms a change that is otherwise refused with `CONFIRM_OFF` or `CONFIRM_PRICE`. */
export const Confirm = z
  .boolean('must be true or false')
  .optional()
  .meta({ description: 'True confirms it. Without it, 409 says what would happen.' });

/** Descriptions for the API document, which zod cannot derive from the checks. */
const NAIRA = { type: ['number', 'string'], examples: [1500.5, '1500.50'] } as const;
const WHOLE_NUMBER = { type: ['integer', 'string'], examples: [1, '1'] } as const;

/**
 * Converts naira to kobo. Refuses a value that is not an amount of naira. A comma can separate
 * thousands, but not decimals.
 */
export function koboOf(value: unknown, context: Pick<z.core.$RefinementCtx, 'addIssue'>): Kobo {
  const kobo = koboFromNaira(typeof value === 'string' ? plainAmount(value) : value);
  if (kobo !== undefined) return kobo;
  context.addIssue({
    code: 'custom',
    message:
      typeof value === 'string' && value.includes(',')
        ? 'must be naira with commas only between thousands and a dot before the kobo, for example 1,500.50'
        : 'must be naira with at most two decimals, for example 1500.50',
  });
  return z.NEVER;
}

/** Naira above zero with at most two decimals, converted to kobo. */
export const Amount = z
  .custom<number | string>()
  .meta(NAIRA)
  .transform((value, context) => {
    const kobo = koboOf(value, context);
    if (kobo === 0n) context.addIssue({ code: 'custom', message: 'must be more than zero' });
    return kobo;
  })
  .meta({ description: 'Naira, as a number or as text with at most two decimals.' });

const CODE = /^\d{1,4}$/;
const WHOLE = /^\d{1,9}$/;

const NUMBER_LENGTH_MAX = 40;

function numberOf(value: unknown, pattern: RegExp): number {
  if (typeof value !== 'number' && typeof value !== 'string') return NaN;
  const text = String(value);
  return text.length <= NUMBER_LENGTH_MAX && pattern.test(text) ? Number(text) : NaN;
}

export const Code = z
  .custom<number | string>()
  .meta(WHOLE_NUMBER)
  .transform((value, context) => {
    const code = numberOf(value, CODE);
    if (!Number.isNaN(code)) return code;
    context.addIssue({ code: 'custom', message: 'must be a code of one to four digits' });
    return z.NEVER;
  });

export const listed = <Listed extends number>(table: Readonly<Record<Listed, string>>) => {
  const entries = Object.entries<string>(table);
  const words = entries.map(([code, name]) => `${code} (${name})`);
  return Code.refine((code) => isEntryOf(table, code), `must be one of ${words.join(', ')}`)
    .transform((code) => code as Listed)
    .meta({
      description: `${entries.map((entry) => entry.join(' ')).join(', ')}.`,
      example: Number(entries[0]![0]),
    });
};

export const Network = Code.refine(
  (code) => code >= 1 && code <= 4,
  'must be 1 (Mtn), 2 (Glo), 3 (Airtel) or 4 (9mobile)',
)
  .transform((code) => code as 1 | 2 | 3 | 4)
  .meta({ description: '1 Mtn, 2 Glo, 3 Airtel, 4 9mobile.', example: 1 });

export const Pin = Digits(4, 'four digits').meta({
  description: 'Your four-digit transaction PIN, as text.',
  example: '4826',
});
export const PIN_WANTED = 'must be four digits as text';

/**
 * PIN that may be left out. Without a PIN, a customer can spend only `PINLESS_DAILY_LIMIT` per day.
 */
export const OptionalPin = Pin.nullish()
  .transform((pin) => pin ?? undefined)
  .meta({
    description: 'Your PIN, as text. Without it only a small amount can be spent a day.',
    example: '4826',
  });

/**
 * OpenAPI extension that marks fields that customers must send and administrators may leave out.
 */
export const REQUIRED_OF_CUSTOMERS = 'x-required-of-customers';

/** Customers must send the PIN, and administrators may leave it out. A missing PIN becomes null. */
export const OrderPin = Pin.optional()
  .meta({ [REQUIRED_OF_CUSTOMERS]: true })
  .transform((pin) => pin ?? null);

/**
 * Number of `min` to `max` digits. `what` names the number in messages, for example `meter number`.
 */
export const NumberOf = (what: string, min: number, max: number) => {
  const message = `must be a ${what} of ${min} to ${max} digits`;
  return Written('must be digits as text', message)
    .regex(new RegExp(`^\\d{${min},${max}}$`), message)
    .meta({ description: `The ${what}, ${min} to ${max} digits, as text.` });
};

export const MULTILINE = /^[^\p{Cc}\u202d\u202e]*(?:[\n\r][^\p{Cc}\u202d\u202e]*)*$/u;

/** Phone number in any usual form. Converted to `+234…`. */
export const Phone = z
  .string('must be text')
  .transform((value, context) => {
    const phone = normalisePhone(value);
    if (phone !== undefined) return phone;
    context.addIssue({
      code: 'custom',
      message: 'Enter a valid 11-digit Nigerian number.',
      params: { code: 'INVALID_PHONE' },
    });
    return z.NEVER;
  })
  .meta({
    description: 'A Nigerian mobile number as text, 08031234567 or +2348031234567.',
    example: '08031234567',
  });

export const Reference = Text(64).meta({
  description: 'What the purchase answered.',
  example: 'NL6Q3Z8K1V0T9W4XYA',
});

const NOT_A_MOMENT = 'must be a moment, for example 2026-03-01T08:00:00+01:00';
const MOMENT_LENGTH_MAX = 35;

/** ISO 8601 time with an offset. Converted to Unix ms. */
export const Moment = Bounded(MOMENT_LENGTH_MAX, NOT_A_MOMENT, NOT_A_MOMENT)
  .pipe(z.iso.datetime({ offset: true, error: NOT_A_MOMENT }))
  .transform((text) => Date.parse(text));

export const IdParam = Bounded(64)
  .regex(/^[A-Za-z0-9_-]+$/, 'must be an id')
  .meta({ example: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1' });

/** Integer from `min` to `max`, sent as a JSON number or as digits. */
export const Whole = (min: number, max: number) =>
  z
    .custom<number | string>()
    .meta({ ...WHOLE_NUMBER, minimum: min, maximum: max })
    .transform((value, context) => {
      const number = numberOf(value, WHOLE);
      if (number >= min && number <= max) return number;
      context.addIssue({ code: 'custom', message: `must be a whole number from ${min} to ${max}` });
      return z.NEVER;
    });

const NOT_A_DAY = 'must be a date, yyyy-MM-dd';

/** Calendar day in the form `yyyy-MM-dd`. An empty text or null becomes `undefined`. */
export const Day = Bounded('yyyy-MM-dd'.length, NOT_A_DAY, NOT_A_DAY)
  .nullish()
  .transform((value, context) => {
    if (value === undefined || value === null || value === '') return undefined;
    if (isDay(value)) return value;
    context.addIssue({ code: 'custom', message: NOT_A_DAY });
    return z.NEVER;
  });

function isDay(text: string): boolean {
  if (!/^(?:19|20)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const NOT_A_MONTH = 'must be a month, yyyy-MM';

/** Calendar month in the form `yyyy-MM`. An empty text or null becomes `undefined`. */
export const Month = Bounded('yyyy-MM'.length, NOT_A_MONTH, NOT_A_MONTH)
  .regex(/^(?:(?:19|20)\d{2}-(?:0[1-9]|1[0-2]))?$/, NOT_A_MONTH)
  .nullish()
  .transform((value) => value || undefined);

export const Ok = z.literal(true);

/** Send true to repeat an order that was refused as `POSSIBLE_DUPLICATE`. */
export const Confirmed = z
  .boolean('must be true or false')
  .optional()
  .meta({ description: 'Optional: true sends the same purchase again within two minutes.' });

export const Base64Url = (max: number) => Bounded(max).regex(/^[A-Za-z0-9_-]+$/, 'must be base64url');

export const SignedChallenge = z.object({
  id: Base64Url(1_400),
  response: z.object({
    clientDataJSON: Base64Url(2_000),
    authenticatorData: Base64Url(2_000),
    signature: Base64Url(2_000),
  }),
});
export type SignedChallenge = z.output<typeof SignedChallenge>;

export const MadeCredential = z.object({
  id: Base64Url(1_400),
  response: z.object({ clientDataJSON: Base64Url(2_000), attestationObject: Base64Url(8_000) }),
});

/** Signature of a passkey over exactly one purchase, sent in place of the PIN. */
export const PasskeyProof = SignedChallenge.extend({
  price: Amount.meta({ description: 'Signed price, naira.' }),
}).meta({
  description:
    'For browsers, in place of the PIN: what a device of the customer signed for this very purchase, after beginning an approval.',
});
export type PasskeyProof = z.output<typeof PasskeyProof>;

export const ORDER = {
  transaction_pin: OrderPin,
  passkey: PasskeyProof.optional(),
  access_token: BodyToken,
  confirm_duplicate: Confirmed,
  quoted_price: Amount.optional().meta({
    description:
      'Optional: the price you showed. When it is another one by now, nothing is bought and 409 PRICE_CHANGED tells it.',
  }),
};

/**
 * Answer to a purchase that was accepted. The outcome comes later, by live updates and in the
 * history.
 */
export const PurchaseAnswer = z.object({
  status: Ok,
  message: z.string().meta({ example: 'Your purchase is on its way.' }),
  reference: z.string().meta({ example: 'NL6Q3Z8K1V0T9W4XYA' }),
  transaction_status: z.literal('Pending'),
});

/** Money is naira. */
export const QuoteAnswer = z.object({
  status: Ok,
  amount: z.number().meta({ example: 1000 }),
  price: z.number().meta({ example: 990 }),
  discount: z.number().meta({ example: 10 }),
  balance_after: z.number().meta({ example: 49010 }),
});

export const Plan = z.object({
  id: z.string().meta({ example: '101' }),
  name: z.string().meta({ example: '1GB' }),
  price: z.number().meta({ example: 280 }),
});

export const either = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, `must be one of ${words.join(', ')}`);

const UNDATED = {
  query_type: Whole(1, 2).optional().meta({ description: '1 all, 2 between the two dates.' }),
  page: Whole(1, 1_000_000)
    .optional()
    .meta({ description: 'From 1. Without it, the newest 1,000 rows.', example: 1 }),
  page_size: Whole(1, 1_000).optional().meta({ description: '1 to 1,000.', example: 50 }),
  search: Text(100, 0).nullish().meta({ description: 'Part of a reference, recipient or status.' }),
};

const FirstDay = Day.meta({ description: 'First day in Lagos, yyyy-MM-dd.' });
const LastDay = Day.meta({ description: 'Last day in Lagos, included.' });

const PAGE_ASKED = { ...UNDATED, custom_start_date: FirstDay, custom_end_date: LastDay };

export const LIST_FIELDS = { access_token: BodyToken, ...PAGE_ASKED };

const adminFields = (search: string) => ({
  grabToken: BodyToken,
  page_size: UNDATED.page_size.meta({ example: 10 }),
  search: UNDATED.search.meta({ description: search }),
});
export const adminListFields = (search: string) => ({ ...PAGE_ASKED, ...adminFields(search) });
export const adminRangeFields = (search: string) => ({
  ...UNDATED,
  ...adminFields(search),
  query_type: UNDATED.query_type.meta({
    description: '1 all, 2 between the two days, which is meant where nothing is said.',
  }),
  fromDate: FirstDay.meta({ example: '2026-03-01' }),
  toDate: LastDay.meta({ example: '2026-03-02' }),
});

export const startsBeforeItEnds = (list: {
  custom_start_date?: string | undefined;
  custom_end_date?: string | undefined;
}): boolean =>
  !list.custom_start_date || !list.custom_end_date || list.custom_start_date <= list.custom_end_date;
export const ENDS_TOO_EARLY = { path: ['custom_end_date'], message: 'must not be before custom_start_date' };

const PAGE_OF_LIST = {
  status: Ok,
  /** Number of rows that match the request. The number is exact up to 10,000. */
  total: z.number().meta({ example: 1 }),
  /** True when more than 10,000 rows match. `total` is then 10,000. */
  total_capped: z.boolean().meta({ example: false }),
  /** True when the answer leaves out matching rows, which happens only without `page` in the request. */
  truncated: z.boolean().meta({ example: false }),
  /**
   * Log position up to which the answer includes events. A live update with a later position is
   * newer than the answer.
   */
  position: z.number().meta({ example: 1042 }),
};

/** `name` is the field that contains the rows, newest first. */
export function adminListAnswer<const Name extends string, Row extends z.ZodType>(name: Name, row: Row) {
  const rows = { [name]: z.array(row) } as Record<Name, z.ZodArray<Row>>;
  return z.object({ ...PAGE_OF_LIST, ...rows });
}

export const adminSumListAnswer = <const Name extends string, Row extends z.ZodType>(name: Name, row: Row) =>
  adminListAnswer(name, row).extend({
    /**
     * Sum in naira of all rows that match the request. When `total_capped` is true, only the newest
     * 10,000 rows are added up.
     */
    amount_total: z.number().meta({ example: 99 }),
  });

export const listAnswer = <Row extends z.ZodType>(row: Row) =>
  z.object({
    ...PAGE_OF_LIST,
    all_user_transaction: z.array(row),
    /**
     * True while the customer's newest rows are missing, because an event could not be read.
     * Otherwise absent.
     */
    incomplete: z.literal(true).optional(),
  });
