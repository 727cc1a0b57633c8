import { type Projection, type ProjectedEvent, projectionOn } from '../../infra/projections/projection.js';
import type { Operation } from '../../infra/read-store/view.js';
import { localPhone, normalisePhone } from '../../services/contracts/fields/phones.js';
import { storedText } from '../../services/contracts/fields/plain-text.js';
import { ownEntry } from '../../services/contracts/own-entry.js';
import { type UserEvent, userOf } from '../../services/customers/user.events.js';
import { personOf } from '../forgetting.js';
import { type UserRow, usersView } from './users.view.js';

type Registered = Extract<UserEvent, { type: 'UserRegistered' }>;
type Opened = ProjectedEvent['opened'];

const textOf = (opened: Opened, name: string): string | null => {
  const value = opened && ownEntry(opened, name);
  return typeof value === 'string' ? value : null;
};

/** Normalises names like search texts, because older events contain names exactly as a person typed them. */
const nameOf = (opened: Opened, name: string): string | null => {
  const typed = textOf(opened, name);
  return typed === null ? null : storedText(typed);
};

function profileOf(opened: Opened): Pick<UserRow, 'first_name' | 'last_name' | 'name' | 'phone'> {
  const firstName = nameOf(opened, 'firstName');
  const lastName = nameOf(opened, 'lastName');
  const phone = textOf(opened, 'phone');
  const e164 = phone === null ? undefined : normalisePhone(phone);
  return {
    first_name: firstName,
    last_name: lastName,
    name: opened ? `${firstName ?? ''} ${lastName ?? ''}`.trim() : null,
    phone: e164 === undefined ? phone : localPhone(e164),
  };
}

const registeredRow = ({ at, data }: Registered, opened: Opened): UserRow => ({
  user_id: data.userId,
  role: opened ? data.role : null,
  tier: data.tier,
  ...profileOf(opened),
  email: textOf(opened, 'email'),
  api_token: null,
  email_verified: opened?.['email'] === '',
  frozen: false,
  identified: false,
  at,
});

const set = (userId: string, columns: Partial<UserRow>): readonly Operation[] => [
  { op: 'set', key: userId, columns },
];

const table = projectionOn<UserEvent, UserRow>({
  view: usersView,
  person: personOf,
  adminList: 'users',
  on: {
    // Remove an API token made before the email was verified, because in old ledgers another person may have
    // made it.
    EmailVerified: ({ data }) => set(data.userId, { email_verified: true, api_token: null }),
    ApiTokenIssued: ({ data }) => set(data.userId, { api_token: `nl_...${data.lastFour}` }),
    ApiTokenRevoked: ({ data }) => set(data.userId, { api_token: null }),
    SpendingFrozen: ({ data }) => set(data.userId, { frozen: true }),
    SpendingUnfrozen: ({ data }) => set(data.userId, { frozen: false }),
    AccountIdentityGiven: ({ data }) => set(data.userId, { identified: true }),
    TierChanged: ({ data }) => set(data.userId, { tier: data.tier }),
  },
  onOpened: {
    UserRegistered: (event, opened) => [{ op: 'put', row: registeredRow(event, opened) }],
    EmailChanged: ({ data }, opened) =>
      set(data.userId, { email: textOf(opened, 'email'), email_verified: false, api_token: null }),
    ProfileChanged: ({ data }, opened) => set(data.userId, profileOf(opened)),
  },
});

export const usersProjection: Projection<UserRow> = {
  ...table,
  wants: (type, stream) => (table.wants?.(type, stream) ?? true) && userOf(stream) !== undefined,
};
