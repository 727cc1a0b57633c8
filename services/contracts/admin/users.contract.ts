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

/** Customers, as administrators see and change them. `:id` is the id of a customer. */
export const USER_CALLS = {
  users: adminReads('/api/user-management/'),
  affiliates: adminReads('/api/list_of_site_affiliates/'),
  upgradeUser: adminChanges('/api/upgrade-user-affiliate/:id/', 'support'),
  downgradeUser: adminChanges('/api/downgrade-user-affiliate/:id/', 'support'),
  user: adminReads('/api/admin-user/'),
  freezeUser: adminChanges('/api/admin-freeze-user/:id/', 'support', 'finance'),
  unfreezeUser: adminChanges('/api/admin-unfreeze-user/:id/', 'support', 'finance'),
  signOutUser: adminChanges('/api/admin-sign-out-user/:id/', 'support'),
  /** At most as often as customers may ask for one themselves. */
  resendUserCode: adminChanges('/api/admin-resend-code/:id/', 'support'),
  /** Names, email and flag need `support`, the balance `finance`. */
  updateUser: { ...adminChanges('/api/update-user/:id/', 'support', 'finance'), method: 'PUT' },
} as const satisfies Record<string, Call>;

export const USER_REASON_MAX = 200;

/** What both lists say of a customer. Names, email, phone and token are masked for whoever may not see them. */
const LISTED = serverOnly(() => ({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  /** What can be spent now, naira. */
  wallet_balance: z.number(),
  /** 1 of an affiliate, 0 of a regular user. */
  reseller: z.union([z.literal(0), z.literal(1)]),
  /** The same as a flag, as the form that changes it has it. */
  upgrade_user: z.boolean(),
  email_verified: z.boolean(),
  /** Whether an administrator has stopped their spending. */
  frozen: z.boolean(),
  registered_at: z.string(),
}));

export const UserRow = serverOnly(() =>
  z.object({
    ...LISTED,
    /** `nl_...` and the last four characters; empty while there is none. */
    auth_token: z.string(),
  }),
);
export type UserRow = z.output<typeof UserRow>;

export const AffiliateRow = serverOnly(() => z.object({ ...LISTED, affiliate_token: z.string() }));
export type AffiliateRow = z.output<typeof AffiliateRow>;

/** One customer whole. Money is naira, times are ISO 8601 with +01:00. */
const UserAnswer = serverOnly(() =>
  z.object({
    status: Ok,
    user: UserRow,
    /** What stopped their spending since it was last allowed, newest last; empty while they can spend. */
    freezes: z.array(z.object({ id: z.string(), reason: z.string() })),
    wallet: z.object({
      available: z.number(),
      held: z.number(),
      total_funded: z.number(),
      total_spent: z.number(),
      total_transactions: z.number(),
    }),
    /** Purchases whose money is held. */
    holds: z.array(
      z.object({ id: z.string(), service: z.enum(SERVICES), price: z.number(), at: z.string() }),
    ),
    /** The newest purchases. */
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
    /** What the customer reported of purchases of theirs, newest first. */
    problems: z.array(ProblemReport.extend({ id: z.string(), api_transaction_reference: z.string() })),
    /** What happened to the person, newest first. `by` is the name of an administrator, else `user` or `system`. */
    events: z.array(
      z.object({ type: z.string(), at: z.string(), by: z.string(), reason: z.string().optional() }),
    ),
    sessions: z.array(z.object({ started_at: z.string(), last_seen_at: z.string() })),
    /** Browsers that changed something of the account. Empty for whoever may not see people. */
    devices: z.array(z.object({ device: z.string(), address: z.string(), last_seen_at: z.string() })),
  }),
);

/** Shapes of USER_CALLS. */
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
  /** Naira, nothing included, as typed: `1,500.50`. Becomes kobo. */
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
  /** Stored in the clear and for good: no place for what reaches a person. */
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
        /** The newest freeze that was shown: refused when there is a newer one by now. */
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
        /** Why the balance changes. */
        reason: Reason.nullish(),
        /** The row as the form was filled from it. */
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
        /** Whether a second administrator has to agree before the balance changes. */
        waiting: z.boolean(),
      }),
    },
  };
});
