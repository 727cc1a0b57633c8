import { z } from 'zod';
import { BET_CLIENT_ID, betPlatform } from './bet.js';
import { normaliseBirthDate } from './birth-date.js';
import { Amount, BodyToken, Phone, Pin, Text } from './http-fields.js';
import { readRecipients, SENDER_ID } from './sms.js';

const Ok = z.literal(true);
const Confirmed = z.boolean('must be true or false').optional();

/** Accepted and checked where it is sent. Without it only PINLESS_DAILY_LIMIT can be spent a day. */
const OptionalPin = Pin.nullish().transform((pin) => pin ?? undefined);

/** Numbers separated by commas, semicolons or line breaks; sorted into valid and not by the server. */
const PhoneList = z
  .string('must be text')
  .min(1, 'must not be empty')
  .max(20_000, 'must have at most 20000 characters')
  .regex(/^[^\p{Cc}]*(?:[\n\r][^\p{Cc}]*)*$/u, 'must not hold control characters')
  .refine((list) => readRecipients(list).valid.length > 0, 'must hold a valid Nigerian mobile number');

/** Line breaks are characters of a message; other control characters are not. */
const MessageBody = z
  .string('must be text')
  .min(1, 'must not be empty')
  .max(2_000, 'must have at most 2000 characters')
  .regex(/^[^\p{Cc}]*(?:[\n\r][^\p{Cc}]*)*$/u, 'must not hold control characters')
  .transform((text) => text.replace(/\r\n?/g, '\n'));

const SenderId = z
  .string('must be text')
  .regex(SENDER_ID, 'must be 3 to 11 letters or digits, without spaces');

const Platform = z.string('must be text').transform((typed, context) => {
  const platform = betPlatform(typed);
  if (platform !== undefined) return platform;
  context.addIssue({ code: 'custom', message: 'must be one of the platforms listed' });
  return z.NEVER;
});

const ClientId = z
  .string('must be text')
  .regex(BET_CLIENT_ID, 'must be the customer id of the betting account');

/** Leading zeros count, so it is text. */
const BankCode = z.string('must be text').regex(/^\d{3,6}$/, 'must be the code of a bank from the list');

const AccountNumber = z.string('must be ten digits as text').regex(/^\d{10}$/, 'must be ten digits as text');

const BirthDate = z.string('must be text').transform((typed, context) => {
  const date = typed.length <= 30 ? normaliseBirthDate(typed) : undefined;
  if (date !== undefined) return date;
  context.addIssue({ code: 'custom', message: 'must be Day-Month-Year, for example 03-Oct-1993' });
  return z.NEVER;
});

const BuyAnswer = z.object({
  status: Ok,
  message: z.string(),
  reference: z.string(),
  transaction_status: z.literal('Pending'),
});

/** Money is naira. `amount` is what is delivered, `price` what is paid. */
const Quote = z.object({
  status: Ok,
  amount: z.number(),
  price: z.number(),
  discount: z.number(),
  balance_after: z.number(),
});

/** What each call of BANKING_CALLS takes and answers. Fields that are not named are ignored. */
export const BANKING_SHAPES = {
  smsQuote: {
    request: z.object({ phone: PhoneList, messageBody: MessageBody, grabToken: BodyToken }),
    answer: Quote.extend({
      encoding: z.enum(['GSM-7', 'UCS-2']),
      /** Septets or code units, `per_page` to a page. */
      characters: z.number(),
      per_page: z.number(),
      pages: z.number(),
      /** How many numbers it goes to. */
      recipients: z.number(),
      duplicates: z.number(),
      /** As typed: these are left out and not charged. */
      invalid: z.array(z.string()),
      /** Naira for one page to one recipient. */
      page_price: z.number(),
    }),
  },
  sendSms: {
    request: z.object({
      phone: PhoneList,
      senderid: SenderId,
      messageBody: MessageBody,
      transaction_pin: OptionalPin,
      grabToken: BodyToken,
      confirm_duplicate: Confirmed,
    }),
    answer: BuyAnswer,
  },
  betPlatforms: {
    request: z.object({ grabToken: BodyToken }),
    answer: z.object({
      status: Ok,
      platforms: z.array(
        z.object({
          name: z.string(),
          /** False: shown, but it cannot be funded now. */
          available: z.boolean(),
          /** True: the client id has to be looked up before it is paid. */
          validates: z.boolean(),
        }),
      ),
      /** Naira. */
      minimum: z.number(),
      maximum: z.number(),
    }),
  },
  validateBetCustomer: {
    request: z.object({ betPlatform: Platform, clientId: ClientId, grabToken: BodyToken }),
    /** `name` is empty where the platform tells none. */
    answer: z.object({ status: Ok, name: z.string(), message: z.string() }),
  },
  betQuote: {
    request: z.object({ amount: Amount, betPlatform: Platform, grabToken: BodyToken }),
    answer: Quote,
  },
  fundBet: {
    request: z.object({
      amount: Amount,
      betPlatform: Platform,
      clientId: ClientId,
      transaction_pin: OptionalPin,
      grabToken: BodyToken,
      confirm_duplicate: Confirmed,
    }),
    answer: BuyAnswer,
  },
  listBanks: {
    request: z.object({ access_token: BodyToken }),
    answer: z.object({
      status: Ok,
      banks: z.array(z.object({ code: z.string(), name: z.string() })),
      message: z.string(),
    }),
  },
  bankDetails: {
    request: z.object({ account_number: AccountNumber, bankCode: BankCode, access_token: BodyToken }),
    answer: z.object({ status: Ok, accountName: z.string(), message: z.string() }),
  },
  transferQuote: {
    request: z.object({ amount_to_withdrawal: Amount, access_token: BodyToken }),
    /** `price` is `amount` and `fee`. */
    answer: Quote.extend({ fee: z.number() }),
  },
  transferMoney: {
    request: z.object({
      user_access_code: BodyToken,
      /** For the receipt only; the code says which bank. */
      user_bank_name: Text(100, 0).nullish(),
      bank_name_code: BankCode,
      /** Not believed: the name is the one the server looked up. */
      user_account_name: Text(200, 0).nullish(),
      user_account_number: AccountNumber,
      amount_to_withdrawal: Amount,
      transaction_pin: Pin,
      narration: Text(100, 0).nullish(),
      confirm_duplicate: Confirmed,
    }),
    answer: BuyAnswer,
  },
  bvnStatus: {
    request: z.object({ access_token: BodyToken }),
    answer: z.object({
      status: Ok,
      verified: z.boolean(),
      /** Of the verified BVN; empty before. */
      last_four: z.string(),
      attempts_left: z.number(),
      /** Naira taken when a check is made. */
      price: z.number(),
      /** What a person agrees to, and its version. */
      consent: z.string(),
      consent_version: z.string(),
    }),
  },
  verifyBvn: {
    request: z.object({
      name: Text(100, 2),
      dateOfBirth: BirthDate,
      mobileNo: Phone,
      bvn: z.string('must be eleven digits as text').regex(/^\d{11}$/, 'must be eleven digits as text'),
      transaction_pin: OptionalPin,
      grabToken: BodyToken,
    }),
    /** `token` is a reference of the verification, never a session. */
    answer: z.object({ status: Ok, message: z.string(), token: z.string() }),
  },
  upgradeQuote: {
    request: z.object({ access_token: BodyToken }),
    answer: z.object({
      status: Ok,
      tier: z.enum(['regular', 'affiliate']),
      /** Naira. */
      fee: z.number(),
      balance_after: z.number(),
    }),
  },
  upgradeApi: {
    request: z.object({ access_token: BodyToken, transaction_pin: OptionalPin }),
    answer: z.object({ status: Ok, message: z.string() }),
  },
} as const;
