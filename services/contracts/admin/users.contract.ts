import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import {
  adminListAnswer,
  adminListFields,
  BodyToken,
  Bounded,
  ENDS_TOO_EARLY,
  IdParam,
  koboOf,
  Ok,
  oneOf,
  startsBeforeItEnds,
  Text,
  Whole,
} from '../fields/http-fields.js';
import { MONEY_FIELDS } from './money-desk-fields.js';
import { isEmailAddress, isPersonName } from '../fields/people.js';
import { ProblemReport } from '../fields/problems.js';
import { SERVICES, TRANSACTION_STATUSES } from '../services.js';

/** Calls by which administrators manage customers. `:id` is the id of a customer. */
export const USER_CALLS = {
  users: adminReads('/api/user-management/'),
  affiliates: adminReads('/api/list_of_site_affiliates/'),
  upgradeUser: adminChanges('/api/upgrade-user-affiliate/:id/', 'support'),
  downgradeUser: adminChanges('/api/downgrade-user-affiliate/:id/', 'support'),
  user: adminReads('/api/admin-user/'),
  freezeUser: adminChanges('/api/admin-freeze-user/:id/', 'support', 'finance'),
  unfreezeUser: adminChanges('/api/admin-unfreeze-user/:id/', 'support', 'finance'),
  setCallLimit: adminChanges('/api/admin-call-limit/:id/', 'support'),
  allowPayouts: adminChanges('/api/admin-allow-payouts/:id/', 'support', 'finance'),
  signOutUser: adminChanges('/api/admin-sign-out-user/:id/', 'support'),
  /**
   * Mails the verification code to the customer again. The call shares its rate limit with
   * `resendVerificationCode`.
   */
  resendUserCode: adminChanges('/api/admin-resend-code/:id/', 'support'),
  /**
   * Changes a customer. Administrators with `support` may change names, email and `upgrade_user`.
   * Administrators with `finance` may change the balance.
   */
  updateUser: { ...adminChanges('/api/update-user/:id/', 'support', 'finance'), method: 'PUT' },
} as const satisfies Record<string, Call>;

export const IDENTITY_STANDINGS = ['missing', 'given'] as const;

export const USER_REASON_MAX = 200;
export const CALLS_PER_SECOND_MAX = 10_000;

/**
 * Fields of a customer in lists. Names, email, phone number and token are masked for readers
 * without permission.
 */
const LISTED = serverOnly(() => ({
  id: z.string().meta({ example: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1' }),
  first_name: z.string().meta({ example: 'Ada' }),
  last_name: z.string().meta({ example: 'Obi' }),
  email: z.string().meta({ example: 'ada.obi@mail.test' }),
  phone_number: z.string().meta({ example: '08031234567' }),
  wallet_balance: z.number().meta({ example: 1500.5 }),
  /** 1 for an affiliate, 0 for a regular customer. */
  reseller: z.union([z.literal(0), z.literal(1)]).meta({ example: 1 }),
  upgrade_user: z.boolean().meta({ example: true }),
  email_verified: z.boolean().meta({ example: true }),
  frozen: z.boolean().meta({ example: true }),
  registered_at: z.string().meta({ example: '2026-03-02T10:15:30+01:00' }),
}));

export const UserRow = serverOnly(() =>
  z.object({
    ...LISTED,
    /**
     * API token of the customer, shown as `nl_...` and its last four characters. Empty when the
     * customer has no token.
     */
    auth_token: z.string().meta({ example: 'nl_...9xQk' }),
  }),
);
export type UserRow = z.output<typeof UserRow>;

export const AffiliateRow = serverOnly(() =>
  z.object({ ...LISTED, affiliate_token: z.string().meta({ example: 'nl_...9xQk' }) }),
);
export type AffiliateRow = z.output<typeof AffiliateRow>;

/**
 * Customer with wallet, freezes and events. Amounts are in naira. Times are ISO 8601 with the
 * offset +01:00.
 */
const UserAnswer = serverOnly(() =>
  z.object({
    status: Ok,
    user: UserRow,
    freezes: z.array(
      z.object({
        id: z.string().meta({ example: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1' }),
        reason: z.string().meta({ example: 'by request' }),
      }),
    ),
    /**
     * Calls per second that an administrator has allowed this customer. Null when the customer has
     * the usual limits.
     */
    calls_per_second: z.number().nullable().meta({ example: 200 }),
    /**
     * Time until which payouts are delayed after a change of the email or a reset of the PIN. Empty when
     * payouts are not delayed.
     */
    payouts_from: z.string().meta({ example: '2026-03-04T10:15:30+01:00' }),
    wallet: z.object({
      available: z.number().meta({ example: 1500.5 }),
      held: z.number().meta({ example: 99 }),
      total_funded: z.number().meta({ example: 5000 }),
      total_spent: z.number().meta({ example: 3400.5 }),
      total_transactions: z.number().meta({ example: 12 }),
    }),
    holds: z.array(
      z.object({
        id: z.string().meta({ example: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1' }),
        service: z.enum(SERVICES).meta({ example: 'airtime' }),
        price: z.number().meta({ example: 99 }),
        at: z.string().meta({ example: '2026-03-02T10:15:30+01:00' }),
      }),
    ),
    history: z.array(
      z.object({
        id: z.string().meta({ example: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1' }),
        api_transaction_reference: z.string().meta({ example: 'NL-1A2B3C' }),
        service: z.enum(SERVICES).meta({ example: 'airtime' }),
        amount: z.number().meta({ example: 99 }),
        phone_number: z.string().meta({ example: '+2348031234567' }),
        transaction_status: z.enum(TRANSACTION_STATUSES).meta({ example: 'Pending' }),
        transaction_history_date: z.string().meta({ example: '2026-03-02T10:15:30+01:00' }),
      }),
    ),
    problems: z.array(
      ProblemReport.extend({
        id: z.string().meta({ example: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1' }),
        api_transaction_reference: z.string().meta({ example: 'NL-1A2B3C' }),
      }),
    ),
    /**
     * Events of the customer's account, newest first. `by` is the name of an administrator, `user`
     * or `system`.
     */
    events: z.array(
      z.object({
        type: z.string().meta({ example: 'SpendingFrozen' }),
        at: z.string().meta({ example: '2026-03-02T10:15:30+01:00' }),
        by: z.string().meta({ example: 'Chidi' }),
        reason: z.string().optional().meta({ example: 'by request' }),
      }),
    ),
    sessions: z.array(
      z.object({
        started_at: z.string().meta({ example: '2026-03-02T09:15:30+01:00' }),
        last_seen_at: z.string().meta({ example: '2026-03-02T10:15:30+01:00' }),
      }),
    ),
    devices: z.array(
      z.object({
        device: z.string().meta({ example: 'Mozilla/5.0' }),
        address: z.string().meta({ example: '102.89.0.1' }),
        last_seen_at: z.string().meta({ example: '2026-03-02T10:15:30+01:00' }),
      }),
    ),
  }),
);

export const USER_SHAPES = serverOnly(() => {
  const list = z
    .object({
      ...adminListFields(
        'Part of a name, email, phone or API token, the beginning of a wallet balance, or a whole id. Who may not see people finds them by balance and id alone.',
      ),
      identity: oneOf(IDENTITY_STANDINGS).nullish().meta({
        description:
          '`missing` for customers whose BVN or NIN the payment providers lack, `given` for the others, or left out for all.',
        example: 'missing',
      }),
    })
    .refine(startsBeforeItEnds, ENDS_TOO_EARLY);
  const changed = {
    request: z.object({ grabToken: BodyToken }),
    answer: z.object({ status: Ok, message: z.string() }),
  };
  const Email = Bounded(254)
    .transform((text) => text.trim())
    .refine(isEmailAddress, 'must be an email address, such as ada@example.com');
  const Name = Text(60)
    .transform((text) => text.trim())
    .refine(isPersonName, 'must be a name: letters, spaces, hyphens, apostrophes, and dots that end a word');
  /** Naira as typed, such as `1,500.50` or 0. Converted to kobo. */
  const Balance = z.custom<number | string>().transform(koboOf);
  const Flag = z
    .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])], 'must be true or false')
    .transform((flag) => [true, 1, '1', 'true'].includes(flag));
  /** Stored unencrypted for ever, so emails and phone numbers are refused. */
  const Reason = Text(USER_REASON_MAX, 0).refine(
    (text) => !text.includes('@') && !/\d{10}/.test(text),
    'must not hold an email or a phone number',
  );
  const reasoned = z.object({
    reason: Reason.refine((text) => text.trim() !== '', 'must not be empty').meta({
      description: `Up to ${USER_REASON_MAX} characters, stored for good.`,
      example: 'the customer reported a theft',
    }),
    grabToken: BodyToken,
  });
  return {
    users: { request: list, answer: adminListAnswer('user_info', UserRow) },
    affiliates: { request: list, answer: adminListAnswer('user_info', AffiliateRow) },
    upgradeUser: changed,
    downgradeUser: changed,
    signOutUser: changed,
    resendUserCode: changed,
    freezeUser: { request: reasoned, answer: changed.answer },
    setCallLimit: {
      request: z.object({
        per_second: Whole(0, CALLS_PER_SECOND_MAX).meta({
          description: 'Purchases per second, and as many other calls. 0 for the usual limits.',
          example: 200,
        }),
        grabToken: BodyToken,
      }),
      answer: changed.answer,
    },
    unfreezeUser: {
      request: reasoned.extend({
        freeze_id: IdParam.nullish().meta({
          description: 'The last of the freezes that were shown. Left out, whatever there is ends.',
          example: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1',
        }),
      }),
      answer: changed.answer,
    },
    allowPayouts: { request: reasoned.extend({ form_id: MONEY_FIELDS.form_id }), answer: changed.answer },
    user: {
      request: z.object({
        id: IdParam.meta({ description: 'The id of a row of the list.' }),
        grabToken: BodyToken,
      }),
      answer: UserAnswer,
    },
    updateUser: {
      request: z.object({
        first_name: Name.nullish().meta({ description: 'Their first name.', example: 'Ada' }),
        last_name: Name.nullish().meta({ description: 'Their last name.', example: 'Obi' }),
        email: Email.nullish().meta({
          description: 'One that no other account has.',
          example: 'ada.obi@mail.test',
        }),
        wallet_balance: Balance.nullish().meta({
          description: 'What they can spend from now on, naira.',
          example: '2000',
        }),
        upgrade_user: Flag.nullish().meta({
          description: 'true for an affiliate, false for a regular user.',
          example: true,
        }),
        reason: Reason.nullish().meta({
          description: `Why the balance changes: up to ${USER_REASON_MAX} characters, stored for good. Needed for that alone.`,
          example: 'paid in at the desk',
        }),
        /** Values that the form showed. The call fails with `STALE_EDIT` when a stored value differs. */
        loaded: z
          .object(
            {
              first_name: Text(60, 0).nullish(),
              last_name: Text(60, 0).nullish(),
              email: Text(254, 0).nullish(),
              wallet_balance: Balance.nullish(),
              upgrade_user: Flag.nullish(),
            },
            'must be an object',
          )
          .refine(
            (row) => Object.values(row).some((value) => value != null),
            'must hold what the form was loaded with',
          )
          .nullish()
          .meta({
            description: 'The same fields as the form was filled with.',
            example: {
              first_name: 'Ada',
              last_name: 'Obi',
              email: 'ada@mail.test',
              wallet_balance: '1500.50',
              upgrade_user: true,
            },
          }),
        grabToken: BodyToken,
      }),
      answer: z.object({
        status: Ok,
        message: z.string(),
        waiting: z.boolean().meta({ example: false }),
      }),
    },
  };
});
