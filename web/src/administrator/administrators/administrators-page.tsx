import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../api/use-signed-in.js';
import { LiveListPage } from '../../domain/live-list-page.js';
import { lagosTime } from '../../ui/format.js';
import type { AdminColumn } from '../../ui/table/data-table.js';
import { withPhoneColumns } from '../../ui/table/on-a-phone.js';
import { useListFilters } from '../../ui/table/use-list-filters.js';
import { AccessSheet } from './access-sheet.js';
import { AdministratorDetails } from './administrator-details.js';
import {
  type Administrator,
  mayText,
  nameOf,
  ROLE_TEXT,
  useAdministratorsQuery,
} from './administrators.api.js';
import { InvitationsCard } from './invitations-card.js';
import { InviteSheet } from './invite-sheet.js';
import { type Deed, ReasonSheet } from './reason-sheet.js';
import classes from './administrators.module.css';

const SIZES = [10, 20, 50, 100] as const;

const MORE: readonly AdminColumn<Administrator>[] = [
  {
    id: 'seen',
    header: 'Last seen',
    track: '176px',
    optional: true,
    cell: ({ sessions: [last] }) => (last ? lagosTime(last.last_seen_at) : 'Not signed in'),
  },
  { id: 'made', header: 'Since', track: '176px', optional: true, cell: (row) => lagosTime(row.made_at) },
];

const COLUMNS: readonly AdminColumn<Administrator>[] = [
  {
    id: 'name',
    header: 'Name',
    track: 'minmax(104px, 1fr)',
    cell: (row) => (
      <span title={nameOf(row)}>
        {nameOf(row)}
        {row.own ? <span className={classes.soft}> (you)</span> : null}
      </span>
    ),
  },
  {
    id: 'email',
    header: 'Email',
    track: 'minmax(112px, 1.4fr)',
    cell: ({ email }) => <span title={email}>{email}</span>,
  },
  { id: 'role', header: 'Role', track: '60px', cell: ({ role }) => ROLE_TEXT[role] },
  { id: 'may', header: 'May', track: 'minmax(84px, 1fr)', cell: mayText },
  {
    id: 'state',
    header: 'State',
    track: '82px',
    cell: ({ suspended }) => (
      <span className={classes.state} data-tone={suspended ? 'bad' : 'good'}>
        {suspended ? 'Suspended' : 'Active'}
      </span>
    ),
  },
  {
    id: 'factor',
    header: 'Second factor',
    track: '108px',
    cell: (row) => (row.second_factor ? 'On' : 'Off'),
  },
];

const PHONE = {
  header: 'Name, email',
  what: (row: Administrator) => [nameOf(row), row.email] as const,
  end: {
    header: 'Role, state',
    what: (row: Administrator) => [ROLE_TEXT[row.role], row.suspended ? 'Suspended' : 'Active'] as const,
  },
};

interface Doing {
  readonly what: 'access' | Deed;
  readonly row: Administrator;
}

type Start = (what: Doing['what'], row: Administrator) => void;

function Buttons({ row, start }: { readonly row: Administrator; readonly start: Start }) {
  if (row.own) return null;
  const standing = row.suspended ? 'Reinstate' : 'Suspend';
  return (
    <span className={classes.actions}>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Change access of ${nameOf(row)}`}
        onClick={() => start('access', row)}
      >
        Access
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${standing} ${nameOf(row)}`}
        onClick={() => start(row.suspended ? 'reinstateAdministrator' : 'suspendAdministrator', row)}
      >
        {standing}
      </Button>
    </span>
  );
}

/** Only owners can make changes here. */
export default function AdministratorsPage() {
  const filters = useListFilters({ sizes: SIZES, picks: {} });
  const query = useAdministratorsQuery(filters.request);
  const isOwner = useMay('owner');
  const [doing, setDoing] = useState<Doing>();
  const [inviting, setInviting] = useState(false);
  const start: Start = (what, row) => setDoing({ what, row });
  const close = (): void => setDoing(undefined);
  const actions: AdminColumn<Administrator> = {
    id: 'change',
    header: 'Change',
    track: '170px',
    cell: (row) => <Buttons row={row} start={start} />,
  };
  return (
    <>
      <LiveListPage
        name="administrators"
        title="Administrators"
        lead={
          isOwner
            ? 'Who may use this side, and what of it. Nobody changes their own access.'
            : 'Who may use this side, and what of it. Only owners change it.'
        }
        filters={filters}
        sizes={SIZES}
        searchHint="Name or email"
        query={query}
        failed="The administrators could not be loaded."
        empty={{ title: 'No administrators', text: 'Whoever may use this side appears here.' }}
        columns={withPhoneColumns([...COLUMNS, ...(isOwner ? [actions] : []), ...MORE], PHONE)}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        toolbar={
          isOwner ? (
            <Button size="sm" onClick={() => setInviting(true)}>
              Invite an administrator
            </Button>
          ) : null
        }
        details={(row, closePanel) => (
          <AdministratorDetails
            row={row}
            onReset={
              isOwner && !row.own
                ? () => {
                    closePanel();
                    start('resetSecondFactor', row);
                  }
                : undefined
            }
          />
        )}
      >
        <InvitationsCard invitations={query.data?.invitations ?? []} mayChange={isOwner} />
      </LiveListPage>
      {inviting ? <InviteSheet onClose={() => setInviting(false)} /> : null}
      {doing?.what === 'access' ? <AccessSheet row={doing.row} onClose={close} /> : null}
      {doing && doing.what !== 'access' ? (
        <ReasonSheet deed={doing.what} row={doing.row} onClose={close} />
      ) : null}
    </>
  );
}
