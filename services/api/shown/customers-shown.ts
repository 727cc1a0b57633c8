import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { ListQuestion } from '../../../read-models/list-page.js';
import { namedSo } from '../../../read-models/typed-text.js';
import { FindOwners, type OwnerColumn } from '../../../read-models/users/users.query.js';
import type { Administrator } from '../../administrators/administrators.js';
import { Catalog } from '../../catalog/catalog.js';
import { may } from '../../contracts/admin/administrators.contract.js';
import { maskedEmail } from '../../contracts/admin/mask.js';
import { Users } from '../../customers/users.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';

/** What stands where others have an email. */
export const HOUSE_NAME = 'House account';

/** Whether somebody is shown who a customer is. */
export const maySeePeople = (administrator: Administrator): boolean =>
  administrator.role === 'admin' && may(administrator, ['support']);

/** What lists over all customers are shown with that no view holds: who they are, what vendors are called. */
@Injectable()
export class CustomersShown {
  constructor(
    private readonly catalog: Catalog,
    private readonly users: Users,
    private readonly queries: QueryBus,
  ) {}

  /** By id; nobody for whom there is none any more. */
  async emailsOf(ids: readonly string[], unmasked: boolean): Promise<ReadonlyMap<string, string>> {
    const people = await this.users.byIds(ids);
    return new Map([
      [HOUSE_USER_ID, HOUSE_NAME],
      ...[...people].flatMap(([userId, { email }]): [string, string][] =>
        email ? [[userId, unmasked ? email : maskedEmail(email)]] : [],
      ),
    ]);
  }

  /**
   * What a text means that is searched for in a list over all customers, which holds neither emails nor names of vendors. A whole email narrows
   * the list to its owner; a part of one is that of all who have it. Who may not see emails finds nobody by them, nor by names.
   * @param by what of customers counts; `api_token` is what all are shown of it, its last four characters
   * @param userId whose rows alone are listed: the email of somebody else is searched for in them as any text is
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

  /** Codes of vendors whose name holds the text. */
  vendorsNamed(search: string | undefined): readonly number[] {
    return namedSo(search ?? '', this.catalog.vendors(), ({ name }) => name).map(({ code }) => code);
  }

  vendorName(code: number): string {
    return this.catalog.vendors().find((vendor) => vendor.code === code)?.name ?? '';
  }
}
