import type { EventStore } from '../../../infra/event-store/event-store.js';
import type { ReadStore } from '../../../infra/read-store/view.js';
import { staffIn } from '../../../read-models/users/users.query.js';
import { isOwner, type StandingAccess } from '../../administrators/access/access.decider.js';
import { Administrators } from '../../administrators/administrators.js';
import { type DoctorLine, note, right, wrong } from './doctor-line.js';

const CHECK = 'owners';
const STAFF_MAX = 200;

export async function readOwners(
  store: ConstructorParameters<typeof Administrators>[0] & Pick<EventStore, 'readStream'>,
  readStore: Pick<ReadStore, 'page'>,
): Promise<readonly StandingAccess[]> {
  const administrators = new Administrators(store);
  const staff = await staffIn(readStore, STAFF_MAX);
  return (await Promise.all(staff.map((person) => administrators.standing(person)))).filter(isOwner);
}

export function checkOwners(owners: readonly Pick<StandingAccess, 'enrolmentId'>[]): readonly DoctorLine[] {
  if (owners.length === 0) return [wrong(CHECK, 'there is none: `ledger create-admin`')];
  const without = owners.filter(({ enrolmentId }) => enrolmentId === undefined).length;
  return [
    owners.length === 1
      ? wrong(CHECK, 'there is one: invite a second on the page Administrators, or `ledger create-admin`')
      : right(CHECK, `there are ${owners.length}`),
    ...(without > 0 ? [note(CHECK, `${without} of ${owners.length} sign in without a second factor`)] : []),
  ];
}
