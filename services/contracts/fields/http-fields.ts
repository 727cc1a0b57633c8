import { z } from 'zod';
import { koboFromNaira } from '../money.js';
import { isEntryOf } from '../own-entry.js';
import { normalisePhone } from './phones.js';

/** No control characters, C0 or C1: they never belong in a field of ours. */
const PLAIN = /^\P{Cc}*$/u;

/**
 * Text of at most `max` characters. One that is longer is refused at once: no pattern and no rule that follows looks at
 * it. A plain `max()` would note the fault and go on, and a body of 64 kB would be matched to its end.
 * @param type what to say of a value that is no text
 * @param message what to say of one that is too long
 */
export const Bounded = (
  max: number,
  type = 'must be text',
  message = `must have at most ${max} characters`,
) => z.string(type).max(max, { abort: true, message });

/** Text of a person: bounded, without control characters. */
export const Text = (max: number, min = 1) =>
  Bounded(max)
    .min(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`)
    .regex(PLAIN, 'must not hold control characters');

/** A fixed number of digits, as text. `what` names them: `ten digits`. */
export const Digits = (count: number, what: string) => {
  const message = `must be ${what} as text`;
  return Bounded(count, message, message).regex(new RegExp(`^\\d{${count}}$`), message);
};

/** A token sent in the body beside the session cookie. Whether it belongs to that session is checked with the session. */
export const BodyToken = Text(256, 0).nullish();

/** What the wire takes for what zod cannot describe by itself; for whoever generates a document from the shapes. */
const NAIRA = { type: ['number', 'string'], examples: [1500.5, '1500.50'] } as const;
const WHOLE_NUMBER = { type: ['integer', 'string'], examples: [1, '1'] } as const;

/** Naira as a JSON number or a plain decimal string, at most two decimals, more than nothing. Becomes kobo. */
export const Amount = z
  .custom<number | string>()
  .meta(NAIRA)
  .transform((value, context) => {
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
const WHOLE = /^\d{1,9}$/;

/** Longer than any number a shape takes, and short enough to be matched without a thought. */
const NUMBER_LENGTH_MAX = 40;

/** A JSON number or digits that fit the pattern, as a number; NaN for anything else, however long. */
function numberOf(value: unknown, pattern: RegExp): number {
  if (typeof value !== 'number' && typeof value !== 'string') return NaN;
  const text = String(value);
  return text.length <= NUMBER_LENGTH_MAX && pattern.test(text) ? Number(text) : NaN;
}

/** A code of the contract: a JSON number or digits, becoming a number. */
export const Code = z
  .custom<number | string>()
  .meta(WHOLE_NUMBER)
  .transform((value, context) => {
    const code = numberOf(value, CODE);
    if (!Number.isNaN(code)) return code;
    context.addIssue({ code: 'custom', message: 'must be a code of one to four digits' });
    return z.NEVER;
  });

/** A code that the table lists, becoming a number. */
export const listed = <Listed extends number>(table: Readonly<Record<Listed, string>>) => {
  const words = Object.entries(table).map(([code, name]) => `${code} (${String(name)})`);
  return Code.refine((code) => isEntryOf(table, code), `must be one of ${words.join(', ')}`).transform(
    (code) => code as Listed,
  );
};

/** One of the four networks. */
export const Network = Code.refine(
  (code) => code >= 1 && code <= 4,
  'must be 1 (Mtn), 2 (Glo), 3 (Airtel) or 4 (9mobile)',
).transform((code) => code as 1 | 2 | 3 | 4);

/** Exactly four digits, as text. */
export const Pin = Digits(4, 'four digits');
export const PIN_WANTED = 'must be four digits as text';

/** A PIN that is checked where it is sent. Without it only PINLESS_DAILY_LIMIT can be spent a day. */
export const OptionalPin = Pin.nullish().transform((pin) => pin ?? undefined);

/** Says of a field in the document that customers have to send it, though administrators leave it out. */
export const REQUIRED_OF_CUSTOMERS = 'x-required-of-customers';

/**
 * The PIN that signs an order. A customer has to send it, which is checked where it is known who orders; null where it was
 * left out.
 */
export const OrderPin = Pin.optional()
  .meta({ [REQUIRED_OF_CUSTOMERS]: true })
  .transform((pin) => pin ?? null);

/** From `min` to `max` digits, as text. `what` names the number: `meter number`. */
export const NumberOf = (what: string, min: number, max: number) => {
  const message = `must be a ${what} of ${min} to ${max} digits`;
  return Bounded(max, 'must be digits as text', message).regex(new RegExp(`^\\d{${min},${max}}$`), message);
};

/** Line breaks are the only control characters. */
export const MULTILINE = /^[^\p{Cc}]*(?:[\n\r][^\p{Cc}]*)*$/u;

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

const NOT_A_MOMENT = 'must be a moment, for example 2026-03-01T08:00:00+01:00';
const MOMENT_LENGTH_MAX = 35;

/** A moment, ISO 8601 with its offset. Becomes milliseconds since 1970. */
export const Moment = Bounded(MOMENT_LENGTH_MAX, NOT_A_MOMENT, NOT_A_MOMENT)
  .pipe(z.iso.datetime({ offset: true, error: NOT_A_MOMENT }))
  .transform((text) => Date.parse(text));

/** What the `:id` of a path may be. */
export const IdParam = Bounded(64).regex(/^[A-Za-z0-9_-]+$/, 'must be an id');

/** A whole number from `min` to `max`, as a JSON number or digits. */
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

/** A calendar day, `yyyy-MM-dd`. An empty text or null is no day. */
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

/** A calendar month, `yyyy-MM`. An empty text or null is no month. */
export const Month = Bounded('yyyy-MM'.length, NOT_A_MONTH, NOT_A_MONTH)
  .regex(/^(?:(?:19|20)\d{2}-(?:0[1-9]|1[0-2]))?$/, NOT_A_MONTH)
  .nullish()
  .transform((value) => value || undefined);

/** `status` of an answer that is no failure. */
export const Ok = z.literal(true);

/** Says that a purchase like one just made is meant. */
export const Confirmed = z.boolean('must be true or false').optional();

/** Bytes as base64url. */
export const Base64Url = (max: number) => Bounded(max).regex(/^[A-Za-z0-9_-]+$/, 'must be base64url');

/** What a device signed, as a browser's `navigator.credentials.get` answers it. */
export const SignedChallenge = z.object({
  /** Of the device's key. */
  id: Base64Url(1_400),
  response: z.object({
    clientDataJSON: Base64Url(2_000),
    authenticatorData: Base64Url(2_000),
    signature: Base64Url(2_000),
  }),
});
export type SignedChallenge = z.output<typeof SignedChallenge>;

/** A key that a device made, as a browser's `navigator.credentials.create` answers it. */
export const MadeCredential = z.object({
  id: Base64Url(1_400),
  response: z.object({ clientDataJSON: Base64Url(2_000), attestationObject: Base64Url(8_000) }),
});

/** What a device signed for this very purchase, in place of the PIN. */
export const PasskeyProof = SignedChallenge.extend({
  /** The price that was signed, naira. */
  price: Amount,
});
export type PasskeyProof = z.output<typeof PasskeyProof>;

/** What a purchase takes beside what it buys. */
export const ORDER = {
  transaction_pin: OrderPin,
  passkey: PasskeyProof.optional(),
  access_token: BodyToken,
  confirm_duplicate: Confirmed,
  /** The price the customer was shown: refused when it has changed since. */
  quoted_price: Amount.optional(),
};

/** The answer to every purchase: the outcome follows live and in the history. */
export const PurchaseAnswer = z.object({
  status: Ok,
  message: z.string(),
  reference: z.string(),
  transaction_status: z.literal('Pending'),
});

/** The answer to every quote, naira. */
export const QuoteAnswer = z.object({
  status: Ok,
  /** Face value: what is delivered. */
  amount: z.number(),
  /** What is charged. */
  price: z.number(),
  discount: z.number(),
  /** Negative when the balance does not cover it. */
  balance_after: z.number(),
});

/** A plan of a list. */
export const Plan = z.object({
  id: z.string(),
  name: z.string(),
  /** What this customer is charged, naira. */
  price: z.number(),
});

/** One of the words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, `must be one of ${words.join(', ')}`);

/** Which page of a list, whatever it calls the days that it may be narrowed to. */
const UNDATED = {
  /** 1 all, 2 between the two dates. */
  query_type: Whole(1, 2).optional(),
  /** Without a page: the newest 1,000 rows. */
  page: Whole(1, 1_000_000).optional(),
  page_size: Whole(1, 1_000).optional(),
  search: Text(100, 0).nullish(),
};

/** Which page of which rows of a list. */
const PAGE_ASKED = {
  ...UNDATED,
  /** Days in Lagos, both included. */
  custom_start_date: Day,
  custom_end_date: Day,
};

/** What every list of a customer's takes. */
export const LIST_FIELDS = { access_token: BodyToken, ...PAGE_ASKED };
/** What every list of administrators takes. */
export const ADMIN_LIST_FIELDS = { grabToken: BodyToken, ...PAGE_ASKED };
/** The same for the list that names its days `fromDate` and `toDate`. */
export const ADMIN_RANGE_FIELDS = { grabToken: BodyToken, ...UNDATED, fromDate: Day, toDate: Day };

export const startsBeforeItEnds = (list: {
  custom_start_date?: string | undefined;
  custom_end_date?: string | undefined;
}): boolean =>
  !list.custom_start_date || !list.custom_end_date || list.custom_start_date <= list.custom_end_date;
export const ENDS_TOO_EARLY = { path: ['custom_end_date'], message: 'must not be before custom_start_date' };

/** What every list says of itself beside its rows. */
const PAGE_OF_LIST = {
  status: Ok,
  /** Exact up to 10,000. */
  total: z.number(),
  /** True when there are more than 10,000; `total` is then 10,000. */
  total_capped: z.boolean(),
  /** True when rows were left out because no page was asked for. */
  truncated: z.boolean(),
  /** Position the list has committed; live updates after it are news. */
  position: z.number(),
};

/** A page of rows for administrators, newest first, under the name the contract gives them. */
export function adminListAnswer<const Name extends string, Row extends z.ZodType>(name: Name, row: Row) {
  const rows = { [name]: z.array(row) } as Record<Name, z.ZodArray<Row>>;
  return z.object({ ...PAGE_OF_LIST, ...rows });
}

/** The same of a list of amounts: what all rows that match come to. */
export const adminSumListAnswer = <const Name extends string, Row extends z.ZodType>(name: Name, row: Row) =>
  adminListAnswer(name, row).extend({
    /** Naira of all rows that match, whatever page is shown; of the newest 10,000 when `total_capped` is true. */
    amount_total: z.number(),
  });

/** A page of rows, newest first. */
export const listAnswer = <Row extends z.ZodType>(row: Row) =>
  z.object({
    ...PAGE_OF_LIST,
    all_user_transaction: z.array(row),
    /** True while this customer's newest rows are missing, because one of them could not be read; absent otherwise. */
    incomplete: z.literal(true).optional(),
  });
