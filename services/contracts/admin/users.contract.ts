import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import {
  ADMIN_LIST_FIELDS,
  adminListAnswer,
  BodyToken,
  Bounded,
  ENDS_TOO_EARLY,
  Ok,
  startsBeforeItEnds,
  Text,
} from '../fields/http-fields.js';
import { isEmailAddress, isPersonName } from '../fields/people.js';
import { koboFromNaira } from '../money.js';

/** Customers, as administrators see and change them. `:id` is the id of a customer. */
export const USER_CALLS = {
  users: adminReads('/api/user-management/'),
  affiliates: adminReads('/api/list_of_site_affiliates/'),
  upgradeUser: adminChanges('/api/upgrade-user-affiliate/:id/', 'support'),
  downgradeUser: adminChanges('/api/downgrade-user-affiliate/:id/', 'support'),
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
  return {
    users: { request: list, answer: adminListAnswer('user_info', UserRow) },
    affiliates: { request: list, answer: adminListAnswer('user_info', AffiliateRow) },
    upgradeUser: changed,
    downgradeUser: changed,
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
