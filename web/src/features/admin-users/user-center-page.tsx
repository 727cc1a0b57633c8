import { useMay } from '../../api/use-signed-in.js';
import { LiveListPage } from '../../domain/live-list-page.js';
import type { AdminColumn } from '../../ui/table/admin-table.js';
import { useListFilters } from '../../ui/table/use-list-filters.js';
import { TierButton } from './tier-button.js';
import { MORE_USER_COLUMNS, TYPE_COLUMN, USER_COLUMNS } from './user-columns.js';
import { LIST, nameOf } from './user-words.js';
import { type ListedUser, useUsersQuery } from './users.api.js';
import classes from './admin-users.module.css';

const ACTIONS: AdminColumn<ListedUser> = {
  id: 'actions',
  header: 'Change',
  track: '104px',
  cell: (row) => (
    <span className={classes.actions}>
      {row.reseller === 1 ? null : (
        <TierButton user={row} call="upgradeUser" label="Upgrade" to="/user-center" />
      )}
    </span>
  ),
};

/** All customers. */
export default function UserCenterPage() {
  const filters = useListFilters(LIST);
  const query = useUsersQuery(filters.request);
  const mayHelp = useMay('support');
  return (
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
      columns={[...USER_COLUMNS, TYPE_COLUMN, ...(mayHelp ? [ACTIONS] : []), ...MORE_USER_COLUMNS]}
      rowKey={({ id }) => id}
      rowLabel={nameOf}
    />
  );
}
