import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import {
  ADMIN_LIST_FIELDS,
  adminListAnswer,
  BodyToken,
  Bounded,
  ENDS_TOO_EARLY,
  IdParam,
  Ok,
  startsBeforeItEnds,
  Text,
} from '../fields/http-fields.js';
import { isEmailAddress, isPersonName } from '../fields/people.js';
import { ProblemReport } from '../fields/problems.js';
import { koboFromNaira } from '../money.js';
import { SERVICES, TRANSACTION_STATUSES } from '../services.js';

/** Customers as administrators see and change them. `:id` is the customer id. */
export const USER_CALLS = {
  users: adminReads('/api/user-management/'),
  affiliates: adminReads('/api/list_of_site_affiliates/'),
  upgradeUser: adminChanges('/api/upgrade-user-affiliate/:id/', 'support'),
  downgradeUser: adminChanges('/api/downgrade-user-affiliate/:id/', 'support'),
  user: adminReads('/api/admin-user/'),
  freezeUser: adminChanges('/api/admin-freeze-user/:id/', 'support', 'finance'),
  unfreezeUser: adminChanges('/api/admin-unfreeze-user/:id/', 'support', 'finance'),
  signOutUser: adminChanges('/api/admin-sign-out-user/:id/', 'support'),
  /** Rate limit of `resendVerificationCode`. */
  resendUserCode: adminChanges('/api/admin-resend-code/:id/', 'support'),
  /** `support` may change names, email and flag; `finance` the balance. */
  updateUser: { ...adminChanges('/api/update-user/:id/', 'support', 'finance'), method: 'PUT' },
} as const satisfies Record<string, Call>;

export const USER_REASON_MAX = 200;

/** Names, email, phone and token are masked without permission. */
const LISTED = serverOnly(() => ({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  /** Available balance, naira. */
  wallet_balance: z.number(),
  /** 1 for an affiliate. */
  reseller: z.union([z.literal(0), z.literal(1)]),
  /** `reseller` as a flag, for the edit form. */
  upgrade_user: z.boolean(),
  email_verified: z.boolean(),
  frozen: z.boolean(),
  registered_at: z.string(),
}));

export const UserRow = serverOnly(() =>
  z.object({
    ...LISTED,
    /** `nl_...` and the last four characters; empty without a token. */
    auth_token: z.string(),
  }),
);
export type UserRow = z.output<typeof UserRow>;

export const AffiliateRow = serverOnly(() => z.object({ ...LISTED, affiliate_token: z.string() }));
export type AffiliateRow = z.output<typeof AffiliateRow>;

/** Money is naira, times are ISO 8601 with +01:00. */
const UserAnswer = serverOnly(() =>
  z.object({
    status: Ok,
    user: UserRow,
    /** Active freezes, newest last. */
    freezes: z.array(z.object({ id: z.string(), reason: z.string() })),
    wallet: z.object({
      available: z.number(),
      held: z.number(),
      total_funded: z.number(),
      total_spent: z.number(),
      total_transactions: z.number(),
    }),
    /** Purchases with held money. */
    holds: z.array(
      z.object({ id: z.string(), service: z.enum(SERVICES), price: z.number(), at: z.string() }),
    ),
    /** Newest purchases. */
    history: z.array(
      z.object({
        id: z.string(),
        api_transaction_reference: z.string(),
        service: z.enum(SERVICES),
        amount: z.number(),
        phone_number: z.string(),
        transaction_status: z.enum(TRANSACTION_STATUSES),
        transaction_history_date: z.string(),
      }),
    ),
    /** Problem reports, newest first. */
    problems: z.array(ProblemReport.extend({ id: z.string(), api_transaction_reference: z.string() })),
    /** Newest first. `by` is an administrator's name, `user` or `system`. */
    events: z.array(
      z.object({ type: z.string(), at: z.string(), by: z.string(), reason: z.string().optional() }),
    ),
    sessions: z.array(z.object({ started_at: z.string(), last_seen_at: z.string() })),
    /** Empty without permission. */
    devices: z.array(z.object({ device: z.string(), address: z.string(), last_seen_at: z.string() })),
  }),
);

export const USER_SHAPES = serverOnly(() => {
  const list = z.object(ADMIN_LIST_FIELDS).refine(startsBeforeItEnds, ENDS_TOO_EARLY);
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
  /** Naira as typed, zero allowed, such as `1,500.50`. Becomes kobo. */
  const Balance = z.custom<number | string>().transform((typed, context) => {
    const plain = typeof typed === 'string' && typed.length <= 20 ? typed.replace(/[₦, ]/g, '') : typed;
    const kobo = koboFromNaira(plain);
    if (kobo !== undefined) return kobo;
    context.addIssue({
      code: 'custom',
      message: 'must be naira with at most two decimals, for example 1500.50',
    });
    return z.NEVER;
  });
  const Flag = z
    .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])], 'must be true or false')
    .transform((flag) => [true, 1, '1', 'true'].includes(flag));
  /** Stored unencrypted for ever: never put an email or phone number here. */
  const Reason = Text(USER_REASON_MAX, 0).refine(
    (text) => !text.includes('@') && !/\d{10}/.test(text),
    'must not hold an email or a phone number',
  );
  const reasoned = z.object({
    reason: Reason.refine((text) => text.trim() !== '', 'must not be empty'),
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
    unfreezeUser: {
      request: reasoned.extend({
        /** Newest freeze on the screen; `STALE_EDIT` if there is a newer one. */
        freeze_id: IdParam.nullish(),
      }),
      answer: changed.answer,
    },
    user: { request: z.object({ id: IdParam, grabToken: BodyToken }), answer: UserAnswer },
    updateUser: {
      request: z.object({
        first_name: Name.nullish(),
        last_name: Name.nullish(),
        email: Email.nullish(),
        wallet_balance: Balance.nullish(),
        upgrade_user: Flag.nullish(),
        reason: Reason.nullish(),
        /** Values on the form; `STALE_EDIT` if they have changed. */
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
          .nullish(),
        grabToken: BodyToken,
      }),
      answer: z.object({
        status: Ok,
        message: z.string(),
        /** True when a second administrator must agree to the balance. */
        waiting: z.boolean(),
      }),
    },
  };
});
