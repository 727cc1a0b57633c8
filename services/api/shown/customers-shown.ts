import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { ListQuestion } from '../../../read-models/list-page.js';
import { namedSo } from '../../../read-models/typed-text.js';
import { FindOwners, type OwnerColumn } from '../../../read-models/users/users.query.js';
import type { Administrator } from '../../administrators/administrators.js';
import { Catalog } from '../../catalog/catalog.js';
import { may } from '../../contracts/admin/administrators.contract.js';
import { maskedEmail, maskedPhone } from '../../contracts/admin/mask.js';
import type { User } from '../../customers/user.state.js';
import { Users } from '../../customers/users.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';

export const HOUSE_NAME = 'House account';

export const maySeePeople = (administrator: Administrator): boolean =>
  administrator.role === 'admin' && may(administrator, ['support']);

/** Returns the email. Returns the phone of a customer without an email, and `''` for an erased customer. */
export function contactOf(user: Pick<User, 'email' | 'phone'> | undefined, unmasked: boolean): string {
  if (!user) return '';
  const { email, phone } = user;
  if (unmasked) return email || phone;
  return email === '' ? maskedPhone(phone) : maskedEmail(email);
}

/** The read models of lists over all customers store neither emails nor vendor names. */
@Injectable()
export class CustomersShown {
  constructor(
    private readonly catalog: Catalog,
    private readonly users: Users,
    private readonly queries: QueryBus,
  ) {}

  async emailsOf(ids: readonly string[], unmasked: boolean): Promise<ReadonlyMap<string, string>> {
    const people = await this.users.byIds(ids);
    return new Map([
      [HOUSE_USER_ID, HOUSE_NAME],
      ...[...people].map(([userId, user]): [string, string] => [userId, contactOf(user, unmasked)]),
    ]);
  }

  /**
   * Returns user ids, because lists over all customers store no emails. Without `unmasked`, emails and names
   * are not searched.
   */
  async searched(
    search: string | undefined,
    unmasked: boolean,
    { by = ['email'], userId }: { readonly by?: readonly OwnerColumn[]; readonly userId?: string } = {},
  ): Promise<Pick<ListQuestion, 'search' | 'orIn'> & { readonly userId?: string }> {
    const narrowed = userId === undefined ? {} : { userId };
    if (search === undefined) return narrowed;
    const owner = unmasked && search.includes('@') ? await this.users.emails.ownerOf(search) : undefined;
    if (owner !== undefined && owner === (userId ?? owner)) return { userId: owner };
    const house = namedSo(search, [HOUSE_USER_ID], () => HOUSE_NAME);
    const columns = unmasked ? by : by.filter((column) => column === 'api_token');
    const owners = columns.length > 0 ? await this.queries.execute(new FindOwners(search, columns)) : [];
    return { ...narrowed, search, orIn: { user_id: [...house, ...owners] } };
  }

  vendorsNamed(search: string | undefined): readonly number[] {
    return namedSo(search ?? '', this.catalog.vendors(), ({ name }) => name).map(({ code }) => code);
  }

  vendorName(code: number): string {
    return this.catalog.vendors().find((vendor) => vendor.code === code)?.name ?? '';
  }
}
