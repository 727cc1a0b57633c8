import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import {
  ADMIN_LIST_FIELDS,
  adminListAnswer,
  BodyToken,
  ENDS_TOO_EARLY,
  Ok,
  startsBeforeItEnds,
} from '../fields/http-fields.js';

/** Customers, as administrators see and change them. `:id` is the id of a customer. */
export const USER_CALLS = {
  users: adminReads('/api/user-management/'),
  affiliates: adminReads('/api/list_of_site_affiliates/'),
  upgradeUser: adminChanges('/api/upgrade-user-affiliate/:id/', 'support'),
  downgradeUser: adminChanges('/api/downgrade-user-affiliate/:id/', 'support'),
} as const satisfies Record<string, Call>;

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
  return {
    users: { request: list, answer: adminListAnswer('user_info', UserRow) },
    affiliates: { request: list, answer: adminListAnswer('user_info', AffiliateRow) },
    upgradeUser: changed,
    downgradeUser: changed,
  };
});
