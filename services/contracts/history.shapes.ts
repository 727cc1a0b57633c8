import { z } from 'zod';
import { FundingRow } from './funding.js';
import { STATEMENT_FORMATS } from './history.calls.js';
import { BodyToken, Day, Reference, Text, Whole } from './http-fields.js';
import { SERVICES, TRANSACTION_STATUSES } from './services.js';
import { TransactionDetails, TransactionRow } from './transactions.js';

const Ok = z.literal(true);

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, `must be one of ${words.join(', ')}`);

const listFields = {
  access_token: BodyToken,
  /** 1 all, 2 between the two dates. */
  query_type: Whole(1, 2).optional(),
  /** Days in Lagos, both included. */
  custom_start_date: Day,
  custom_end_date: Day,
  /** Without a page: the newest 1,000 rows. */
  page: Whole(1, 1_000_000).optional(),
  page_size: Whole(1, 1_000).optional(),
  search: Text(100, 0).nullish(),
};

const startsBeforeItEnds = (list: {
  custom_start_date?: string | undefined;
  custom_end_date?: string | undefined;
}): boolean =>
  !list.custom_start_date || !list.custom_end_date || list.custom_start_date <= list.custom_end_date;
const ENDS_TOO_EARLY = { path: ['custom_end_date'], message: 'must not be before custom_start_date' };

const ListRequest = z.object(listFields).refine(startsBeforeItEnds, ENDS_TOO_EARLY);

/** What was bought, by status and, where all services are listed, by service. */
const StatusListRequest = z
  .object({ ...listFields, status: oneOf(TRANSACTION_STATUSES).nullish() })
  .refine(startsBeforeItEnds, ENDS_TOO_EARLY);
const TransactionListRequest = z
  .object({
    ...listFields,
    status: oneOf(TRANSACTION_STATUSES).nullish(),
    service: oneOf(SERVICES).nullish(),
  })
  .refine(startsBeforeItEnds, ENDS_TOO_EARLY);

const listAnswer = <Row extends z.ZodType>(row: Row) =>
  z.object({
    status: Ok,
    all_user_transaction: z.array(row),
    /** Exact up to 10,000. */
    total: z.number(),
    /** True when there are more than 10,000; `total` is then 10,000. */
    total_capped: z.boolean(),
    /** True when rows were left out because no page was asked for. */
    truncated: z.boolean(),
    /** Position the list has committed; live updates after it are news. */
    position: z.number(),
  });

const serviceList = { request: StatusListRequest, answer: listAnswer(TransactionRow) };

const A_YEAR_MS = 366 * 86_400_000;

/** `<reference>.pdf`, becoming the reference. */
export const ReceiptFile = z.object({
  file: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}\.pdf$/, 'must be a reference and .pdf')
    .transform((file) => file.slice(0, -'.pdf'.length)),
});

/** `csv` or `pdf`. */
export const StatementFile = z.object({ file: oneOf(STATEMENT_FORMATS) });

const RequiredDay = Day.transform((day, context) => {
  if (day !== undefined) return day;
  context.addIssue({ code: 'custom', message: 'must be a date, yyyy-MM-dd' });
  return z.NEVER;
});

/** Days of a statement, both included, at most a year. */
export const StatementQuery = z
  .object({ from: RequiredDay, to: RequiredDay })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'must not be before from' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= A_YEAR_MS, {
    path: ['to'],
    message: 'must be at most a year after from',
  });

/** Shapes of HISTORY_CALLS. */
export const HISTORY_SHAPES = {
  transaction: {
    request: z.object({ reference: Reference, access_token: BodyToken }),
    answer: z.object({ status: Ok, transaction: TransactionDetails, position: z.number() }),
  },
  checkStatus: {
    request: z.object({ reference: Reference, access_token: BodyToken }),
    answer: z.object({
      status: Ok,
      message: z.string(),
      /** Seconds until it may be asked again. */
      retry_after: z.number(),
    }),
  },
  transactions: { request: TransactionListRequest, answer: listAnswer(TransactionRow) },
  airtimeTransactions: serviceList,
  dataTransactions: serviceList,
  cableTransactions: serviceList,
  electricityTransactions: serviceList,
  examTransactions: serviceList,
  fundings: { request: ListRequest, answer: listAnswer(FundingRow) },
  siteLinks: {
    request: z.object({}),
    /** Addresses; empty where the installation has none. */
    answer: z.object({
      status: Ok,
      community_chat: z.string(),
      whatsapp: z.string(),
      api_documentation: z.string(),
    }),
  },
} as const;
