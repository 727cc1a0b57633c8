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
  SamePassword,
  TypedPassword,
} from './fields/account-fields.js';
import { AcceptedPages } from './brand/legal.contract.js';
import { BodyToken, Ok, OptionalPin, ORDER, Phone, Pin, Text } from './fields/http-fields.js';
import { isPersonName } from './fields/people.js';
import { SERVICES } from './services.js';

const PASSWORD_LENGTH_MIN = 8;

/**
 * Defines a call that needs a verified email. Otherwise, a person who registered with someone else's email
 * could keep access to the account.
 */
const verified = (path: string) => ({ ...browserChanges(path), verifiedEmail: true }) as const;

/**
 * Calls that change data need a session cookie, because a person who has only a reseller's API token must not
 * take over the account.
 */
export const CUSTOMER_CALLS = {
  register: anybody('/api/user_registration/'),
  /**
   * Mails a code and sets the cookie `recovery`. The code can be used only in the browser that has
   * this cookie.
   */
  forgotPassword: anybody('/api/forgot-password/'),
  resetPassword: anybody('/api/reset-password/'),
  resendVerificationCode: browserChanges('/api/resent_verification_code/'),
  verifyEmail: browserChanges('/api/verify_email/'),
  /**
   * Changes the password, and ends all sessions. Needs the old password, or a code that
   * `forgotPassword` mailed for this browser.
   */
  userPasswordChange: { ...browserChanges('/api/user-password-change/'), token: 'grabToken' },
  updatePassword: browserChanges('/api/update-password/'),
  updateUserRecord: browserChanges('/api/update_user_record/'),
  /** `setPin` is refused when the customer already has a PIN. Each change of the PIN replaces the session. */
  setPin: verified('/api/set-transaction-pin/'),
  changePin: verified('/api/change-transaction-pin/'),
  resetPin: verified('/api/reset-transaction-pin/'),
  requestPinReset: verified('/api/request-pin-reset/'),
  rotateApiToken: verified('/api/rotate-api-token/'),
  logoutEverywhere: { method: 'POST', path: '/api/logout-everywhere/', kind: 'changes', access: 'session' },
  exportOwnData: browserReads('/api/export_my_data/'),
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

/** Saved recipient. The fields have the names of the fields in the order form. */
export const Beneficiary = serverOnly(() =>
  z.object({
    id: z.string().meta({ example: 'b1' }),
    service: z.enum(SERVICES).meta({ example: 'airtime' }),
    recipient: z.string().meta({ example: '+2348031234567' }),
    name: z.string().meta({ example: 'Mother' }),
    /** Code of the network, cable provider, disco, betting platform or bank. */
    provider: z.string().meta({ example: '1' }),
    kind: z.string().meta({ example: '' }),
  }),
);
export type Beneficiary = z.output<typeof Beneficiary>;

/**
 * Kinds of mails that the customer can turn off. Mails about the account itself are always sent.
 */
export const NoticeSettings = serverOnly(() =>
  z.object({
    mail_delivered: z.boolean().meta({ example: false }),
    mail_refunded: z.boolean().meta({ example: true }),
    mail_statement: z.boolean().meta({ example: false }),
  }),
);
export type NoticeSettings = z.output<typeof NoticeSettings>;

/** Download of the customer's own data. Amounts are in naira. */
export const OwnData = serverOnly(() =>
  z.object({
    exported_at: z.string().meta({ example: '2026-03-02T10:15:30+01:00' }),
    profile: z
      .record(z.string(), z.union([z.string(), z.boolean()]))
      .meta({ example: { first_name: 'Ada' } }),
    bank_accounts: z.array(z.record(z.string(), z.string())).meta({ example: [] }),
    notice_settings: NoticeSettings,
    beneficiaries: z.array(Beneficiary),
    passkeys: z
      .array(z.object({ device: z.string(), enrolled_at: z.string(), limit: z.number() }))
      .meta({ example: [] }),
    wallet: z.object({
      available: z.number().meta({ example: 49010 }),
      held: z.number().meta({ example: 0 }),
    }),
    transactions: z.array(z.record(z.string(), z.unknown())).meta({ example: [] }),
    fundings: z.array(z.record(z.string(), z.unknown())).meta({ example: [] }),
    problem_reports: z.array(z.record(z.string(), z.unknown())).meta({ example: [] }),
    /** True when older rows are left out of the download. Statements contain all rows. */
    truncated: z.boolean().meta({ example: false }),
  }),
);

/** Data of the customer who calls. Amounts are in naira. A text that is not known is empty. */
export const UserData = serverOnly(() =>
  z.object({
    first_name: z.string().meta({ example: 'Ada' }),
    last_name: z.string().meta({ example: 'Obi' }),
    user_email: z.string().meta({ example: 'ada@example.com' }),
    phone_number: z.string().meta({ example: '+2348031234567' }),
    user_wallet: z.number().meta({ example: 49010 }),
    /** 1 for an affiliate, 0 for a regular customer. */
    reseller: z.union([z.literal(0), z.literal(1)]).meta({ example: 1 }),
    lastTopUp: z.number().meta({ example: 50000 }),
    totalTransaction: z.number().meta({ example: 12 }),
    /**
     * API token, shown as `nl_...` and its last four characters. The full token is shown only once,
     * in the answer of the call that makes the token.
     */
    api_token: z.string().meta({ example: 'nl_...9f2c' }),
    account_name: z.string().meta({ example: 'Ada Obi' }),
    account_number: z.string().meta({ example: '6012345678' }),
    bank_name: z.string().meta({ example: 'Wema Bank' }),
    manual_funding_bank_name: z.string().meta({ example: '' }),
    manual_funding_account_name: z.string().meta({ example: '' }),
    manual_funding_account_number: z.string().meta({ example: '' }),
    other_bank_name_1: z.string().meta({ example: '' }),
    other_bank_name_one_account_number: z.string().meta({ example: '' }),
    other_bank_name_one_account_name: z.string().meta({ example: '' }),
    monify_charges: z.number().meta({ example: 0 }),
    other_bank_charges: z.number().meta({ example: 0 }),
    is_email_verify: z.boolean().meta({ example: true }),
    is_transaction_pin_set: z.boolean().meta({ example: true }),
    /**
     * All accounts of the customer at the payment providers in use. The older fields above contain
     * only the first two of these accounts.
     */
    funding_accounts: z
      .array(z.object({ bank_name: z.string(), account_number: z.string(), account_name: z.string() }))
      .meta({
        example: [{ bank_name: 'Wema Bank', account_number: '9930000737', account_name: 'Ada Obi' }],
      }),
    /**
     * `payouts_from` is the time until which payouts are delayed. `payouts_wait` names the event that began
     * the delay. Both are empty when payouts are not delayed.
     */
    payouts_wait: z.enum(['', 'email-changed', 'pin-reset']).meta({ example: '' }),
    payouts_from: z.string().meta({ example: '' }),
    /**
     * `needed` while the customer has given no BVN or NIN, or has no funding account. Empty when funding
     * accounts need neither number.
     */
    account_identity: z.enum(['', 'needed', 'given']).meta({ example: 'given' }),
    /** True when a payment provider in use has given the customer no account number yet. */
    account_pending: z.boolean().meta({ example: false }),
  }),
);

export const CUSTOMER_SHAPES = serverOnly(() => {
  /** Password of the account. Its length is limited, because hashing a long text is slow. */
  const Password = TypedPassword.meta({
    description: 'The password of the account.',
    example: 'correct horse battery',
  });
  const NewPassword = newPassword(PASSWORD_LENGTH_MIN);
  const Name = Text(60).refine(
    isPersonName,
    'must be a name: letters, spaces, hyphens, apostrophes, and dots that end a word',
  );
  const person = {
    fname: Name.meta({ description: 'First name.', example: 'Ada' }),
    lname: Name.meta({ description: 'Last name.', example: 'Obi' }),
    phone_number: Phone,
  };
  const NewPin = Pin.meta({ description: 'The PIN to be, as text.', example: '7391' });
  const ServiceName = z
    .enum(SERVICES, `must be one of ${SERVICES.join(', ')}`)
    .meta({ description: 'What is bought for them.', example: 'airtime' });
  const YesNo = z.boolean('must be true or false');

  /** Answer to a change that replaces the session. `access_token` is the token of the new session. */
  const SessionReplaced = z.object({
    ...Done.shape,
    access_token: z.string().meta({ example: 'the token of the new session' }),
  });

  const NoticeSettingsAnswer = z.object({ ...Done.shape, settings: NoticeSettings });
  return {
    register: {
      request: z
        .object({
          email: Email.meta({ description: 'One email address.', example: 'ada@example.com' }),
          ...person,
          password1: NewPassword,
          password2: SamePassword,
          accepted: AcceptedPages.optional().meta({
            description:
              'Versions of the published legal pages that the person saw. Left out when none is published. When one has another version by now, the answer is 409 TERMS_CHANGED.',
            example: { terms: 2, privacy: 1 },
          }),
        })
        .refine(same, DIFFER),
      answer: Done,
    },
    forgotPassword: {
      request: z.object({
        email: Email.meta({ description: 'The email of the account.', example: 'ada@example.com' }),
      }),
      answer: CodeSent,
    },
    resetPassword: { request: passwordReset(PASSWORD_LENGTH_MIN), answer: Done },
    resendVerificationCode: { request: z.object({ access_token: BodyToken }), answer: CodeSent },
    verifyEmail: {
      request: z.object({ otp_code: Otp, access_token: BodyToken }),
      answer: Done,
    },
    userPasswordChange: {
      request: z
        .object({
          password1: NewPassword,
          password2: SamePassword,
          old_password: Password.nullish().meta({
            description: 'Either this',
            example: 'correct horse battery',
          }),
          resetCode: Otp.nullish().meta({ description: 'or the mailed code.' }),
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
      request: z.object({ ...person, access_token: BodyToken }),
      answer: Done,
    },
    setPin: { request: z.object({ transaction_pin: Pin, access_token: BodyToken }), answer: SessionReplaced },
    changePin: {
      request: z.object({
        old_pin: Pin.meta({ description: 'The PIN there is, as text.' }),
        new_pin: NewPin,
        access_token: BodyToken,
      }),
      answer: SessionReplaced,
    },
    requestPinReset: { request: z.object({ access_token: BodyToken }), answer: CodeSent },
    resetPin: {
      request: z.object({ password: Password, otp_code: Otp, new_pin: NewPin, access_token: BodyToken }),
      answer: SessionReplaced,
    },
    rotateApiToken: {
      request: z.object({ password: Password, access_token: BodyToken }),
      answer: z.object({
        ...Done.shape,
        api_token: z.string().meta({ example: 'nl_the_whole_token' }),
        masked: z.string().meta({ example: 'nl_...9f2c' }),
      }),
    },
    logoutEverywhere: { request: z.object({ access_token: BodyToken }), answer: Done },
    exportOwnData: {
      request: z.object({ access_token: BodyToken }),
      answer: z.object({ status: Ok, own_data: OwnData }),
    },
    beneficiaries: {
      request: z.object({
        service: ServiceName.nullish().meta({
          description: 'Optional: of this service alone.',
          example: 'airtime',
        }),
        access_token: BodyToken,
      }),
      answer: z.object({
        status: Ok,
        saved: z.array(Beneficiary),
        recent: z.array(Beneficiary).meta({ example: [] }),
      }),
    },
    saveBeneficiary: {
      request: z.object({
        service: ServiceName,
        recipient: Text(40).meta({
          description: 'Phone, meter, smartcard, client id or account number.',
          example: '08031234567',
        }),
        name: Text(100, 0).nullish().meta({ description: 'Optional: as you call them.', example: 'Mother' }),
        provider: Text(20, 0)
          .nullish()
          .meta({ description: 'Optional: network, provider, disco, platform or bank code.', example: '1' }),
        kind: Text(20, 0).nullish().meta({ description: 'Optional: the meter type.' }),
        access_token: BodyToken,
      }),
      /** A recipient that is saved again keeps its `id` and gets the new name. */
      answer: z.object({ ...Done.shape, id: z.string().meta({ example: 'b1' }) }),
    },
    removeBeneficiary: {
      request: z.object({
        id: Text(64).meta({ description: 'The id of a saved recipient.', example: 'b1' }),
        access_token: BodyToken,
      }),
      answer: Done,
    },
    noticeSettings: { request: z.object({ access_token: BodyToken }), answer: NoticeSettingsAnswer },
    updateNoticeSettings: {
      request: z.object({
        mail_delivered: YesNo.nullish().meta({
          description: 'Optional: a mail for each purchase that was delivered.',
          example: false,
        }),
        mail_refunded: YesNo.nullish().meta({
          description: 'Optional: a mail for each purchase whose money came back.',
        }),
        mail_statement: YesNo.nullish().meta({
          description:
            'Optional: a mail once a month is over, with its balances and totals; off unless chosen.',
        }),
        access_token: BodyToken,
      }),
      answer: NoticeSettingsAnswer,
    },
    userData: {
      request: z.object({ access_token: BodyToken }),
      answer: z.object({ status: Ok, user_data: UserData, position: z.number().meta({ example: 1042 }) }),
    },
    notifications: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        title: z.string().meta({ example: 'Maintenance' }),
        messagebody: z.string().meta({ example: 'Data is slow tonight.' }),
      }),
    },
    upgradeQuote: {
      request: z.object({ access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        tier: z.enum(['regular', 'affiliate']).meta({ example: 'regular' }),
        fee: z.number().meta({ example: 2000 }),
        balance_after: z.number().meta({ example: 47010 }),
      }),
    },
    upgradeApi: {
      request: z.object({
        access_token: BodyToken,
        transaction_pin: OptionalPin,
        quoted_price: ORDER.quoted_price,
      }),
      answer: Done,
    },
  };
});
