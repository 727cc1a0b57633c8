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

const PASSWORD_LENGTH_MIN = 8;

/**
 * Requires a verified email. Otherwise a person who registers another person's email could leave a way into the
 * account.
 */
const verified = (path: string) => ({ ...browserChanges(path), verifiedEmail: true }) as const;

/** Account calls. Changes need a browser session, so that a reseller's API token cannot take over the account. */
export const CUSTOMER_CALLS = {
  register: anybody('/api/user_registration/'),
  /** Mails a code to an existing account, and sets the matching `recovery` cookie. */
  forgotPassword: anybody('/api/forgot-password/'),
  resetPassword: anybody('/api/reset-password/'),
  resendVerificationCode: browserChanges('/api/resent_verification_code/'),
  verifyEmail: browserChanges('/api/verify_email/'),
  /** Takes the old password, or a code mailed by `forgotPassword` to this browser. Ends all sessions. */
  userPasswordChange: { ...browserChanges('/api/user-password-change/'), token: 'grabToken' },
  updatePassword: browserChanges('/api/update-password/'),
  updateUserRecord: browserChanges('/api/update_user_record/'),
  /**
   * Refused when a PIN exists. `setPin`, `changePin` and `resetPin` replace the session; the answer holds the new
   * token.
   */
  setPin: verified('/api/set-transaction-pin/'),
  changePin: verified('/api/change-transaction-pin/'),
  resetPin: verified('/api/reset-transaction-pin/'),
  /** Mails the code for `resetPin`. */
  requestPinReset: verified('/api/request-pin-reset/'),
  rotateApiToken: verified('/api/rotate-api-token/'),
  logoutEverywhere: { method: 'POST', path: '/api/logout-everywhere/', kind: 'changes', access: 'session' },
  exportOwnData: browserReads('/api/export_my_data/'),
  /** Saved and recent recipients. */
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

/** Recipient in the field names of the order form. */
export const Beneficiary = serverOnly(() =>
  z.object({
    /** Empty for a recent, unsaved recipient. */
    id: z.string(),
    service: z.enum(SERVICES),
    recipient: z.string(),
    /** May be empty. */
    name: z.string(),
    /** Form choice: network, cable provider, disco, platform or bank code; may be empty. */
    provider: z.string(),
    /** Meter type; otherwise empty. */
    kind: z.string(),
  }),
);
export type Beneficiary = z.output<typeof Beneficiary>;

/** Optional mails; account mails are always sent. */
export const NoticeSettings = serverOnly(() =>
  z.object({
    /** Per delivered purchase. */
    mail_delivered: z.boolean(),
    /** Per refunded purchase. */
    mail_refunded: z.boolean(),
    /** Monthly statement of movements. */
    mail_statement: z.boolean(),
  }),
);
export type NoticeSettings = z.output<typeof NoticeSettings>;

/** Naira; times are ISO 8601. */
export const OwnData = serverOnly(() =>
  z.object({
    exported_at: z.string(),
    profile: z.record(z.string(), z.union([z.string(), z.boolean()])),
    bank_accounts: z.array(z.record(z.string(), z.string())),
    notice_settings: NoticeSettings,
    beneficiaries: z.array(Beneficiary),
    passkeys: z.array(z.object({ device: z.string(), enrolled_at: z.string(), limit: z.number() })),
    wallet: z.object({ available: z.number(), held: z.number() }),
    transactions: z.array(z.record(z.string(), z.unknown())),
    fundings: z.array(z.record(z.string(), z.unknown())),
    problem_reports: z.array(z.record(z.string(), z.unknown())),
    /** True when older rows of the lists were left out; statements contain them. */
    truncated: z.boolean(),
  }),
);

/** Naira. Missing texts are empty. */
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
    /** `nl_...` and the last four characters; the full token appears only at creation. */
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

export const CUSTOMER_SHAPES = serverOnly(() => {
  /** Bounded, because it is hashed. */
  const Password = Text(1_024);
  const NewPassword = newPassword(PASSWORD_LENGTH_MIN);
  const Name = Text(60).refine(
    isPersonName,
    'must be a name: letters, spaces, hyphens, apostrophes, and dots that end a word',
  );
  const ServiceName = z.enum(SERVICES, `must be one of ${SERVICES.join(', ')}`);
  const YesNo = z.boolean('must be true or false');

  /** Other sessions have ended; `access_token` is the new one. */
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
          /** Alternative to `resetCode`. */
          old_password: Password.nullish(),
          /** Alternative to `old_password`: a code requested in this browser. */
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
        /** Full token, shown only here. */
        api_token: z.string(),
        /** Masked form, shown later. */
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
      /** Saving a recipient again renames it. */
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
        /** Fee on the screen; `PRICE_CHANGED` if it has changed. */
        quoted_price: Amount.optional(),
      }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
  };
});
