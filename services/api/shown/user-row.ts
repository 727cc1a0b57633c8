import type { ListedUser } from '../../../read-models/users/users.query.js';
import { maskedEmail, maskedName, maskedPhone } from '../../contracts/admin/mask.js';
import type { UserRow } from '../../contracts/admin/users.contract.js';
import { lagosIso } from '../../contracts/fields/lagos-day.js';
import { nairaFromKobo } from '../../contracts/money.js';

export type ShownUser = Omit<UserRow, 'auth_token'> & { readonly token: string };

export function shownUser(row: ListedUser, unmasked: boolean): ShownUser {
  const shown = (text: string | null, mask: (text: string) => string): string =>
    unmasked || !text ? (text ?? '') : mask(text);
  return {
    id: row.user_id,
    first_name: shown(row.first_name, maskedName),
    last_name: shown(row.last_name, maskedName),
    email: shown(row.email, maskedEmail),
    phone_number: shown(row.phone, maskedPhone),
    wallet_balance: nairaFromKobo(row.available),
    reseller: row.tier === 'affiliate' ? 1 : 0,
    upgrade_user: row.tier === 'affiliate',
    email_verified: row.email_verified,
    frozen: row.frozen,
    registered_at: lagosIso(row.at),
    token: shown(row.api_token, () => 'nl_...****'),
  };
}
