import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../api/use-signed-in.js';
import { LiveListPage } from '../../domain/live-list-page.js';
import type { AdminColumn } from '../../ui/table/admin-table.js';
import { useListFilters } from '../../ui/table/use-list-filters.js';
import { EditUserSheet } from './edit-user-sheet.js';
import { TierButton } from './tier-button.js';
import { MORE_USER_COLUMNS, USER_COLUMNS } from './user-columns.js';
import { LIST, nameOf } from './user-words.js';
import { type ListedUser, useAffiliatesQuery } from './users.api.js';
import classes from './admin-users.module.css';

/** The customers who buy at affiliate prices. */
export default function AffiliatesPage() {
  const filters = useListFilters(LIST);
  const query = useAffiliatesQuery(filters.request);
  const mayHelp = useMay('support');
  const mayEdit = useMay('support', 'finance');
  const [edited, setEdited] = useState<ListedUser>();
  const actions: AdminColumn<ListedUser> = {
    id: 'actions',
    header: 'Change',
    track: '178px',
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
        {mayHelp ? (
          <TierButton user={row} call="downgradeUser" label="DownGrade" to="/adminaffiliate" />
        ) : null}
      </span>
    ),
  };
  return (
    <>
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
        columns={[...USER_COLUMNS, ...(mayEdit ? [actions] : []), ...MORE_USER_COLUMNS]}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
      />
      {edited ? <EditUserSheet user={edited} onClose={() => setEdited(undefined)} /> : null}
    </>
  );
}
