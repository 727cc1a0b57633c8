import { useMay } from '../../api/use-signed-in.js';
import { LiveListPage } from '../../domain/live-list-page.js';
import type { AdminColumn } from '../../ui/table/admin-table.js';
import { useListFilters } from '../../ui/table/use-list-filters.js';
import { TierButton } from './tier-button.js';
import { MORE_USER_COLUMNS, USER_COLUMNS } from './user-columns.js';
import { LIST, nameOf } from './user-words.js';
import { type ListedUser, useAffiliatesQuery } from './users.api.js';
import classes from './admin-users.module.css';

const ACTIONS: AdminColumn<ListedUser> = {
  id: 'actions',
  header: 'Change',
  track: '124px',
  cell: (row) => (
    <span className={classes.actions}>
      <TierButton user={row} call="downgradeUser" label="DownGrade" to="/adminaffiliate" />
    </span>
  ),
};

/** The customers who buy at affiliate prices. */
export default function AffiliatesPage() {
  const filters = useListFilters(LIST);
  const query = useAffiliatesQuery(filters.request);
  const mayHelp = useMay('support');
  return (
    <LiveListPage
      name="affiliates"
      title="Affiliates"
      lead="The customers who buy at affiliate prices, whoever registered last first."
      filters={filters}
      sizes={LIST.sizes}
      searchHint={mayHelp ? 'Name, email, phone, balance, token' : 'Wallet balance, id'}
      query={query}
      failed="The affiliates could not be loaded."
      empty={{ title: 'No affiliates yet', text: 'Whoever joins the API program appears here.' }}
      columns={[...USER_COLUMNS, ...(mayHelp ? [ACTIONS] : []), ...MORE_USER_COLUMNS]}
      rowKey={({ id }) => id}
      rowLabel={nameOf}
    />
  );
}
