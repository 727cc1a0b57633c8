import { z } from 'zod';
import { anybody, browserChanges, browserReads, reads, serverOnly, type Call } from './call.js';
import {
  CodeSent,
  DIFFER,
  Done,
  Email,
  newPassword,
  Otp,
  passwordReset,
  same,
} from './fields/account-fields.js';
import { Amount, BodyToken, Ok, OptionalPin, Phone, Pin, Text } from './fields/http-fields.js';
import { isPersonName } from './fields/people.js';
import { SERVICES } from './services.js';

/** Characters of a customer's password. */
const PASSWORD_LENGTH_MIN = 8;

/** Gives the account something to come in by, or to buy for: nothing that whoever registered somebody else's email may leave behind. */
const verified = (path: string) => ({ ...browserChanges(path), verifiedEmail: true }) as const;

/**
 * An account and who may get into it. What changes it needs a browser's session: a reseller's API token may buy, and
 * never take over the account it belongs to.
 */
export const CUSTOMER_CALLS = {
  register: anybody('/api/user_registration/'),
  /** Mails a code if the email has an account, and sets the `recovery` cookie that the code belongs to. */
  forgotPassword: anybody('/api/forgot-password/'),
  resetPassword: anybody('/api/reset-password/'),
  resendVerificationCode: browserChanges('/api/resent_verification_code/'),
  verifyEmail: browserChanges('/api/verify_email/'),
  /** With the password there is, or with a code that `forgotPassword` mailed for this browser. Ends all sessions. */
  userPasswordChange: { ...browserChanges('/api/user-password-change/'), token: 'grabToken' },
  updatePassword: browserChanges('/api/update-password/'),
  updateUserRecord: browserChanges('/api/update_user_record/'),
  /** Only while there is none. This and the next three replace the session: the answer holds the new token. */
  setPin: verified('/api/set-transaction-pin/'),
  changePin: verified('/api/change-transaction-pin/'),
  resetPin: verified('/api/reset-transaction-pin/'),
  /** Mails the code that `resetPin` wants. */
  requestPinReset: verified('/api/request-pin-reset/'),
  rotateApiToken: verified('/api/rotate-api-token/'),
  logoutEverywhere: { method: 'POST', path: '/api/logout-everywhere/', kind: 'changes', access: 'session' },
  /** Everything that is kept about the customer, as a JSON file. */
  exportOwnData: browserReads('/api/export_my_data/'),
  /** Whom the customer bought for: saved ones and the latest. */
  beneficiaries: browserReads('/api/beneficiaries/'),
  saveBeneficiary: verified('/api/save_beneficiary/'),
  removeBeneficiary: browserChanges('/api/remove_beneficiary/'),
  noticeSettings: browserReads('/api/notice_settings/'),
  updateNoticeSettings: browserChanges('/api/update_notice_settings/'),
  userData: reads('/api/user_data/'),
  notifications: { ...reads('/api/notifications/'), token: 'grabToken' },
  upgradeQuote: browserReads('/api/upgrade-quote/'),
  upgradeApi: browserChanges('/api/upgrade-api/'),
} as const satisfies Record<string, Call>;

/** Whom something was bought for, in the words of the form of that service. */
export const Beneficiary = serverOnly(() =>
  z.object({
    /** Empty when it is only remembered from a purchase. */
    id: z.string(),
    service: z.enum(SERVICES),
    /** Phone, meter, IUC, client id or account number. */
    recipient: z.string(),
    /** As the customer calls it, or as the provider does; may be empty. */
    name: z.string(),
    /** What the select of the form holds: network, cable provider, disco, platform or bank code; may be empty. */
    provider: z.string(),
    /** Meter type; empty elsewhere. */
    kind: z.string(),
  }),
);
export type Beneficiary = z.output<typeof Beneficiary>;

/** What mails a customer wants. Mails about the account itself are always sent. */
export const NoticeSettings = serverOnly(() =>
  z.object({
    /** A mail for each purchase that was delivered. */
    mail_delivered: z.boolean(),
    /** A mail for each purchase whose money came back. */
    mail_refunded: z.boolean(),
    /** A mail once a month is over: what moved in it. */
    mail_statement: z.boolean(),
  }),
);
export type NoticeSettings = z.output<typeof NoticeSettings>;

/** Everything kept about a customer. Money is naira, times are ISO 8601. */
export const OwnData = serverOnly(() =>
  z.object({
    exported_at: z.string(),
    profile: z.record(z.string(), z.union([z.string(), z.boolean()])),
    bank_accounts: z.array(z.record(z.string(), z.string())),
    notice_settings: NoticeSettings,
    beneficiaries: z.array(Beneficiary),
    /** Devices that sign purchases in place of the PIN. */
    passkeys: z.array(z.object({ device: z.string(), enrolled_at: z.string(), limit: z.number() })),
    wallet: z.object({ available: z.number(), held: z.number() }),
    transactions: z.array(z.record(z.string(), z.unknown())),
    fundings: z.array(z.record(z.string(), z.unknown())),
    problem_reports: z.array(z.record(z.string(), z.unknown())),
    /** True where one of the three lists has older rows than fit: statements have them. */
    truncated: z.boolean(),
  }),
);

/** `user_data` of the contract. Money is naira. Texts without a value are empty. */
export const UserData = serverOnly(() =>
  z.object({
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
  }),
);

/** Shapes of CUSTOMER_CALLS. */
export const CUSTOMER_SHAPES = serverOnly(() => {
  /** A password somebody claims to know. Bounded because it is hashed. */
  const Password = Text(1_024);
  const NewPassword = newPassword(PASSWORD_LENGTH_MIN);
  const Name = Text(60).refine(
    isPersonName,
    'must be a name: letters, spaces, hyphens, apostrophes, and dots that end a word',
  );
  const ServiceName = z.enum(SERVICES, `must be one of ${SERVICES.join(', ')}`);
  const YesNo = z.boolean('must be true or false');

  /** The session was replaced and all others have ended: `access_token` is the one to send from now on. */
  const SessionReplaced = z.object({ ...Done.shape, access_token: z.string() });

  const NoticeSettingsAnswer = z.object({ ...Done.shape, settings: NoticeSettings });
  return {
    register: {
      request: z
        .object({
          email: Email,
          fname: Name,
          lname: Name,
          phone_number: Phone,
          password1: NewPassword,
          password2: Text(1_024),
        })
        .refine(same, DIFFER),
      answer: Done,
    },
    forgotPassword: { request: z.object({ email: Email }), answer: CodeSent },
    resetPassword: { request: passwordReset(PASSWORD_LENGTH_MIN), answer: Done },
    resendVerificationCode: { request: z.object({ access_token: BodyToken }), answer: CodeSent },
    verifyEmail: { request: z.object({ otp_code: Otp, access_token: BodyToken }), answer: Done },
    userPasswordChange: {
      request: z
        .object({
          password1: NewPassword,
          password2: Text(1_024),
          /** Either this … */
          old_password: Password.nullish(),
          /** … or the code of a reset that this browser asked for. */
          resetCode: Otp.nullish(),
          grabToken: BodyToken,
        })
        .refine(same, DIFFER),
      answer: Done,
    },
    updatePassword: {
      request: z.object({ old_password: Password, new_password: NewPassword, access_token: BodyToken }),
      answer: Done,
    },
    updateUserRecord: {
      request: z.object({ fname: Name, lname: Name, phone_number: Phone, access_token: BodyToken }),
      answer: Done,
    },
    setPin: { request: z.object({ transaction_pin: Pin, access_token: BodyToken }), answer: SessionReplaced },
    changePin: {
      request: z.object({ old_pin: Pin, new_pin: Pin, access_token: BodyToken }),
      answer: SessionReplaced,
    },
    requestPinReset: { request: z.object({ access_token: BodyToken }), answer: CodeSent },
    resetPin: {
      request: z.object({ password: Password, otp_code: Otp, new_pin: Pin, access_token: BodyToken }),
      answer: SessionReplaced,
    },
    rotateApiToken: {
      request: z.object({ password: Password, access_token: BodyToken }),
      answer: z.object({
        ...Done.shape,
        /** The whole token: shown this once. */
        api_token: z.string(),
        /** What is shown of it from now on. */
        masked: z.string(),
      }),
    },
    logoutEverywhere: { request: z.object({ access_token: BodyToken }), answer: Done },
    exportOwnData: {
      request: z.object({ access_token: BodyToken }),
      answer: z.object({ status: Ok, own_data: OwnData }),
    },
    beneficiaries: {
      request: z.object({ service: ServiceName.nullish(), access_token: BodyToken }),
      answer: z.object({ status: Ok, saved: z.array(Beneficiary), recent: z.array(Beneficiary) }),
    },
    saveBeneficiary: {
      request: z.object({
        service: ServiceName,
        recipient: Text(40),
        name: Text(100, 0).nullish(),
        provider: Text(20, 0).nullish(),
        kind: Text(20, 0).nullish(),
        access_token: BodyToken,
      }),
      /** Saving the same recipient again renames it. */
      answer: z.object({ ...Done.shape, id: z.string() }),
    },
    removeBeneficiary: {
      request: z.object({ id: Text(64), access_token: BodyToken }),
      answer: Done,
    },
    noticeSettings: { request: z.object({ access_token: BodyToken }), answer: NoticeSettingsAnswer },
    updateNoticeSettings: {
      request: z.object({
        mail_delivered: YesNo.nullish(),
        mail_refunded: YesNo.nullish(),
        mail_statement: YesNo.nullish(),
        access_token: BodyToken,
      }),
      answer: NoticeSettingsAnswer,
    },
    userData: {
      request: z.object({ access_token: BodyToken }),
      answer: z.object({ status: Ok, user_data: UserData, position: z.number() }),
    },
    notifications: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({ status: Ok, title: z.string(), messagebody: z.string() }),
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
      request: z.object({
        access_token: BodyToken,
        transaction_pin: OptionalPin,
        /** The fee that was shown: refused when it has changed since. */
        quoted_price: Amount.optional(),
      }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
  };
});
