import { z } from 'zod';
import { BodyToken, Phone, Pin, Text } from './http-fields.js';
import { SERVICES } from './services.js';

const Ok = z.literal(true);

/** A password somebody claims to know. Bounded because it is hashed. */
const Password = Text(1_024);
/** A password to be: long enough that guessing it is no way in. */
const NewPassword = Text(1_024, 8);
const Email = Text(254).regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, 'must be an email address');
const Name = Text(60).regex(/\S/, 'must not be empty');
/** The code of a mail. */
const Otp = z
  .string('must be the six digits of the code, as text')
  .regex(/^\d{6}$/, 'must be the six digits of the code, as text');
const ServiceName = z.enum(SERVICES, `must be one of ${SERVICES.join(', ')}`);
const YesNo = z.boolean('must be true or false');

const same = ({ password1, password2 }: { password1: string; password2: string }): boolean =>
  password1 === password2;
const DIFFER = { path: ['password2'], message: 'must be the same as password1' };

const Done = z.object({ status: Ok, message: z.string() });
const CodeSent = z.object({
  ...Done.shape,
  /** Seconds until another code can be asked for. */
  retry_after: z.number(),
});
/** The session was replaced and all others have ended: `access_token` is the one to send from now on. */
const SessionReplaced = z.object({ ...Done.shape, access_token: z.string() });

/** Whom something was bought for, in the words of the form of that service. */
export const Beneficiary = z.object({
  /** Empty when it is only remembered from a purchase. */
  id: z.string(),
  service: ServiceName,
  /** Phone, meter, IUC, client id or account number. */
  recipient: z.string(),
  /** As the customer calls it, or as the provider does; may be empty. */
  name: z.string(),
  /** What the select of the form holds: network, cable provider, disco, platform or bank code; may be empty. */
  provider: z.string(),
  /** Meter type; empty elsewhere. */
  kind: z.string(),
});
export type Beneficiary = z.output<typeof Beneficiary>;

/** What mails a customer wants. Mails about the account itself are always sent. */
export const NoticeSettings = z.object({
  /** A mail for each purchase that was delivered. */
  mail_delivered: z.boolean(),
  /** A mail for each purchase whose money came back. */
  mail_refunded: z.boolean(),
});
export type NoticeSettings = z.output<typeof NoticeSettings>;

const NoticeSettingsAnswer = z.object({ ...Done.shape, settings: NoticeSettings });

/** Everything kept about a customer. Money is naira, times are ISO 8601. */
export const OwnData = z.object({
  exported_at: z.string(),
  profile: z.record(z.string(), z.union([z.string(), z.boolean()])),
  bank_accounts: z.array(z.record(z.string(), z.string())),
  notice_settings: NoticeSettings,
  beneficiaries: z.array(Beneficiary),
  wallet: z.object({ available: z.number(), held: z.number() }),
  transactions: z.array(z.record(z.string(), z.unknown())),
  fundings: z.array(z.record(z.string(), z.unknown())),
});

/** Shapes of ACCOUNTS_CALLS. */
export const ACCOUNTS_SHAPES = {
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
  resetPassword: {
    request: z
      .object({
        resetCode: Otp,
        password1: NewPassword,
        password2: Text(1_024),
        /** Needed only by who has no `recovery` cookie. */
        email: Email.nullish(),
      })
      .refine(same, DIFFER),
    answer: Done,
  },
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
      access_token: BodyToken,
    }),
    answer: NoticeSettingsAnswer,
  },
} as const;
