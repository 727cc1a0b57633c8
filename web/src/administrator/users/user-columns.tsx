import { Link } from 'react-router-dom';
import { lagosTime, naira } from '../../ui/format.js';
import type { AdminColumn } from '../../ui/table/data-table.js';
import { contactOf, type ListedUser } from './users.api.js';

export const USER_COLUMNS: readonly AdminColumn<ListedUser>[] = [
  {
    id: 'first-name',
    header: 'First name',
    track: 'minmax(80px, 1fr)',
    cell: (row) => <span title={row.first_name}>{row.first_name}</span>,
  },
  {
    id: 'last-name',
    header: 'Last name',
    track: 'minmax(78px, 1fr)',
    cell: (row) => <span title={row.last_name}>{row.last_name}</span>,
  },
  {
    id: 'email',
    header: 'Email',
    track: 'minmax(96px, 1.6fr)',
    cell: (row) => (
      <Link to={`/user/${row.id}`} title={contactOf(row)}>
        {contactOf(row)}
      </Link>
    ),
  },
  { id: 'phone', header: 'Phone', track: '100px', cell: (row) => row.phone_number },
  {
    id: 'balance',
    header: 'Balance',
    track: '96px',
    number: true,
    cell: (row) => naira(row.wallet_balance),
  },
  { id: 'token', header: 'Token', track: '78px', cell: (row) => row.token || '–' },
];

export const MORE_USER_COLUMNS: readonly AdminColumn<ListedUser>[] = [
  {
    id: 'verified',
    header: 'Email verified',
    track: '112px',
    optional: true,
    cell: (row) => (row.email_verified ? 'Yes' : 'No'),
  },
  {
    id: 'spending',
    header: 'Spending',
    track: '96px',
    optional: true,
    cell: (row) => (row.frozen ? 'Stopped' : 'Allowed'),
  },
  {
    id: 'registered',
    header: 'Registered',
    track: '176px',
    optional: true,
    cell: (row) => lagosTime(row.registered_at),
  },
  { id: 'id', header: 'Id', track: '150px', optional: true, cell: (row) => row.id },
];

export const typeText = ({ reseller }: ListedUser): string => (reseller === 1 ? 'Affiliate' : 'Regular');

export const TYPE_COLUMN: AdminColumn<ListedUser> = {
  id: 'type',
  header: 'Type',
  track: '62px',
  cell: typeText,
};
