import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { ROLES, TIERS } from '../../services/contracts/services.js';

const UserRow = z.object({
  user_id: z.string(),
  /**
   * Role of the person. Null after erasure. Lists filter by `role`, so erased people disappear from lists.
   */
  role: z.enum(ROLES).nullable(),
  tier: z.enum(TIERS),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** Phone number in Nigerian national form, such as 08031234567. */
  phone: z.string().nullable(),
  /** `nl_...` and the last four characters of the API token. Null when the person has no token. */
  api_token: z.string().nullable(),
  email_verified: z.boolean(),
  /** True while an administrator stops the customer's spending. */
  frozen: z.boolean(),
  /** True when the payment providers have the customer's BVN or NIN. */
  identified: z.boolean(),
  /** UTC. */
  at: z.string(),
});
export type UserRow = z.output<typeof UserRow>;

/** Profiles of people. Balances are in `walletView`, so that purchases do not change this view. */
export const usersView: View<UserRow> = {
  name: 'users',
  version: 3,
  row: UserRow,
  key: 'user_id',
  indexes: [
    ['role', 'at'],
    ['role', 'tier', 'at'],
    ['role', 'identified', 'at'],
  ],
  searchable: ['name', 'email', 'phone', 'api_token'],
  personal: ['role', 'first_name', 'last_name', 'name', 'email', 'phone', 'api_token'],
};
