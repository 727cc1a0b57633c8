import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../api/use-signed-in.js';
import { LiveListPage } from '../../domain/live-list-page.js';
import type { AdminColumn } from '../../ui/table/admin-table.js';
import { useListFilters } from '../../ui/table/use-list-filters.js';
import { EditUserSheet } from './edit-user-sheet.js';
import { TierButton } from './tier-button.js';
import { MORE_USER_COLUMNS, TYPE_COLUMN, USER_COLUMNS } from './user-columns.js';
import { LIST, nameOf } from './user-words.js';
import { type ListedUser, useUsersQuery } from './users.api.js';
import classes from './admin-users.module.css';

/** All customers. */
export default function UserCenterPage() {
  const filters = useListFilters(LIST);
  const query = useUsersQuery(filters.request);
  const mayHelp = useMay('support');
  const mayEdit = useMay('support', 'finance');
  const [edited, setEdited] = useState<ListedUser>();
  const actions: AdminColumn<ListedUser> = {
    id: 'actions',
    header: 'Change',
    track: '144px',
    cell: (row) => (
      <span className={classes.actions}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Edit ${nameOf(row)}`}
          onClick={() => setEdited(row)}
        >
          Edit
        </Button>
        {mayHelp && row.reseller === 0 ? (
          <TierButton user={row} call="upgradeUser" label="Upgrade" to="/user-center" />
        ) : null}
      </span>
    ),
  };
  return (
    <>
      <LiveListPage
        name="users"
        title="User management"
        lead="All customers, whoever registered last first."
        filters={filters}
        sizes={LIST.sizes}
        searchHint={mayHelp ? 'Name, email, phone, balance, token' : 'Wallet balance, id'}
        query={query}
        failed="The users could not be loaded."
        empty={{ title: 'No users yet', text: 'Whoever registers appears here at once.' }}
        columns={[...USER_COLUMNS, TYPE_COLUMN, ...(mayEdit ? [actions] : []), ...MORE_USER_COLUMNS]}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
      />
      {edited ? <EditUserSheet user={edited} onClose={() => setEdited(undefined)} /> : null}
    </>
  );
}
