import { z } from 'zod';
import { Amount, BodyToken, Day, Network, Phone, Pin, Reference, Text, Whole } from './http-fields.js';
import { FundingRow } from './funding.js';
import { TransactionDetails, TransactionRow } from './transactions.js';

const Ok = z.literal(true);

/** Bounded because it is hashed. */
const Password = Text(1_024);

const LoginAnswer = z.object({
  status: Ok,
  message: z.string(),
  access_token: z.string(),
  is_email_verify: z.boolean(),
  is_transaction_pin_set: z.boolean(),
});

/** `user_data` of the contract. Money is naira. Texts without a value are empty. */
export const UserData = z.object({
  first_name: z.string(),
  last_name: z.string(),
  user_email: z.string(),
  phone_number: z.string(),
  user_wallet: z.number(),
  /** 1 for an affiliate. */
  reseller: z.union([z.literal(0), z.literal(1)]),
  lastTopUp: z.number(),
  totalTransaction: z.number(),
  /** `nl_...` and the last four characters; the whole token is shown only when it is made. */
  api_token: z.string(),
  account_name: z.string(),
  account_number: z.string(),
  bank_name: z.string(),
  manual_funding_bank_name: z.string(),
  manual_funding_account_name: z.string(),
  manual_funding_account_number: z.string(),
  other_bank_name_1: z.string(),
  other_bank_name_one_account_number: z.string(),
  other_bank_name_one_account_name: z.string(),
  monify_charges: z.number(),
  other_bank_charges: z.number(),
  is_email_verify: z.boolean(),
  is_transaction_pin_set: z.boolean(),
});

const ListRequest = z
  .object({
    access_token: BodyToken,
    /** 1 all, 2 between the two dates. */
    query_type: Whole(1, 2).optional(),
    custom_start_date: Day,
    custom_end_date: Day,
    /** Without a page: the newest 1,000 rows. */
    page: Whole(1, 1_000_000).optional(),
    page_size: Whole(1, 1_000).optional(),
    search: Text(100, 0).nullish(),
  })
  .refine(
    (list) =>
      !list.custom_start_date || !list.custom_end_date || list.custom_start_date <= list.custom_end_date,
    {
      path: ['custom_end_date'],
      message: 'must not be before custom_start_date',
    },
  );

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

/** What each call takes and answers, under the names of CALLS. Fields that are not named are ignored. */
export const SHAPES = {
  login: {
    request: z.object({
      email: Text(254),
      password: Password,
    }),
    answer: LoginAnswer,
  },
  adminLogin: {
    request: z.object({ username: Text(254), password: Password }),
    answer: z.object({ status: Ok, message: z.string(), token: z.string() }),
  },
  logout: {
    request: z.object({ access_token: BodyToken }),
    answer: z.object({ status: Ok, message: z.string() }),
  },
  session: { request: z.object({}), answer: LoginAnswer },
  userData: {
    request: z.object({ access_token: BodyToken }),
    answer: z.object({ status: Ok, user_data: UserData, position: z.number() }),
  },
  notifications: {
    request: z.object({ grabToken: BodyToken }),
    answer: z.object({ status: Ok, title: z.string(), messagebody: z.string() }),
  },
  airtimeQuote: {
    request: z.object({ network: Network, amount: Amount, access_token: BodyToken }),
    answer: z.object({
      status: Ok,
      amount: z.number(),
      price: z.number(),
      discount: z.number(),
      balance_after: z.number(),
    }),
  },
  buyAirtime: {
    request: z.object({
      amount: Amount,
      network: Network,
      phone: Phone,
      transaction_pin: Pin,
      access_token: BodyToken,
      confirm_duplicate: z.boolean('must be true or false').optional(),
    }),
    answer: z.object({
      status: Ok,
      message: z.string(),
      reference: z.string(),
      transaction_status: z.literal('Pending'),
    }),
  },
  transaction: {
    request: z.object({ reference: Reference, access_token: BodyToken }),
    answer: z.object({ status: Ok, transaction: TransactionDetails, position: z.number() }),
  },
  transactions: { request: ListRequest, answer: listAnswer(TransactionRow) },
  airtimeTransactions: { request: ListRequest, answer: listAnswer(TransactionRow) },
  fundings: { request: ListRequest, answer: listAnswer(FundingRow) },
} as const;
