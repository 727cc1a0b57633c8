import { Injectable } from '@nestjs/common';
import type { Administrator } from '../administrators/administrators.js';
import { Catalog } from '../catalog/catalog.js';
import { may } from '../contracts/admin/administrators.contract.js';
import { maskedEmail } from '../contracts/admin/mask.js';
import { Users } from '../customers/users.js';
import { HOUSE_USER_ID } from '../ledger/streams.js';

/** What stands where others have an email. */
const HOUSE_NAME = 'House account';

/** Whether somebody is shown who a customer is. */
export const maySeePeople = (administrator: Administrator): boolean =>
  administrator.role === 'admin' && may(administrator, ['support']);

/** What lists over all customers are shown with that no view holds: who they are, what vendors are called. */
@Injectable()
export class CustomersShown {
  constructor(
    private readonly catalog: Catalog,
    private readonly users: Users,
  ) {}

  /** By id; nobody for whom there is none any more. */
  async emailsOf(ids: readonly string[], unmasked: boolean): Promise<ReadonlyMap<string, string>> {
    const people = await Promise.all([...new Set(ids)].map((userId) => this.users.byId(userId)));
    return new Map([
      [HOUSE_USER_ID, HOUSE_NAME],
      ...people.flatMap((person): [string, string][] =>
        person?.email ? [[person.userId, unmasked ? person.email : maskedEmail(person.email)]] : [],
      ),
    ]);
  }

  /** What a search narrows to: a whole email is looked up, since the lists hold none. */
  async searched(
    search: string | undefined,
    unmasked: boolean,
  ): Promise<{ readonly search?: string | undefined; readonly userId?: string }> {
    const userId = unmasked && search?.includes('@') ? await this.users.ownerOfEmail(search) : undefined;
    return userId === undefined ? { search } : { userId };
  }

  vendorName(code: number): string {
    return this.catalog.vendors().find((vendor) => vendor.code === code)?.name ?? '';
  }
}
