import type { ActiveVendors } from '../../../catalog/routing/list-active-vendors.query.js';
import type { CallAnswer } from '../../../contracts/calls.js';
import { lagosIso } from '../../../contracts/fields/lagos-day.js';
import type { Users } from '../../../customers/users.js';

/** Pauses of vendors, with the first names of those who paused them. */
export const shownPauses = (
  pauses: ActiveVendors['pauses'],
  users: Pick<Users, 'byId'>,
): Promise<CallAnswer<'activeVendors'>['pauses']> =>
  Promise.all(
    pauses.map(async ({ id, service, vendor, reason, since, by }) => ({
      ...{ id, service, vendor, reason },
      since: lagosIso(new Date(since).toISOString()),
      by: (await users.byId(by))?.firstName ?? 'An administrator',
    })),
  );
