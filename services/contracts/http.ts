import { z } from 'zod';
import { ACCOUNTS_SHAPES } from './accounts.shapes.js';
import { BANKING_SHAPES } from './banking.shapes.js';
import { Amount, BodyToken, Network, Phone, Pin, Text } from './http-fields.js';
import { HISTORY_SHAPES } from './history.shapes.js';
import { PRODUCT_SHAPES } from './products.shapes.js';

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

/** What each call takes and answers, under the names of CALLS. Fields that are not named are ignored. */
export const SHAPES = {
  ...ACCOUNTS_SHAPES,
  ...PRODUCT_SHAPES,
  ...BANKING_SHAPES,
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
      quoted_price: Amount.optional(),
    }),
    answer: z.object({
      status: Ok,
      message: z.string(),
      reference: z.string(),
      transaction_status: z.literal('Pending'),
    }),
  },
  ...HISTORY_SHAPES,
} as const;
