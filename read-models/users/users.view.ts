import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { ROLES, TIERS } from '../../services/contracts/services.js';

const UserRow = z.object({
  user_id: z.string(),
  /** Null once the person is erased: whoever lists people asks for a role, and finds them no more. */
  role: z.enum(ROLES).nullable(),
  tier: z.enum(TIERS),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  /** Both names with a space between, as one searches for somebody. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** As a Nigerian number is written at home: 08031234567. */
  phone: z.string().nullable(),
  /** What is shown of the API token, `nl_...` and its last four characters. Null while there is none. */
  api_token: z.string().nullable(),
  email_verified: z.boolean(),
  /** Whether an administrator has stopped their spending. */
  frozen: z.boolean(),
  /** When they registered, UTC. */
  at: z.string(),
});
export type UserRow = z.output<typeof UserRow>;

/**
 * Everybody who ever registered, one row each. It holds no balance, which every purchase would change: whoever lists people reads it
 * from the view of wallets.
 */
export const usersView: View<UserRow> = {
  name: 'users',
  version: 1,
  row: UserRow,
  key: 'user_id',
  indexes: [
    ['role', 'at'],
    ['role', 'tier', 'at'],
  ],
  searchable: ['name', 'email', 'phone', 'api_token'],
  personal: ['role', 'first_name', 'last_name', 'name', 'email', 'phone', 'api_token'],
};
