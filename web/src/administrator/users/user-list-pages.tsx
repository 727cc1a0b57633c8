import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../api/use-signed-in.js';
import { LiveListPage } from '../../domain/live-list-page.js';
import { naira } from '../../ui/format.js';
import type { AdminColumn } from '../../ui/table/data-table.js';
import type { ListPageProps } from '../../ui/table/list-page.js';
import { withPhoneColumns } from '../../ui/table/on-a-phone.js';
import { useListFilters } from '../../ui/table/use-list-filters.js';
import { EditUserSheet } from './edit-user-sheet.js';
import { TIER_DEEDS, type TierDeed, TierSheet } from './tier-sheet.js';
import { MORE_USER_COLUMNS, TYPE_COLUMN, typeText, USER_COLUMNS } from './user-columns.js';
import { contactOf, type ListedUser, nameOf, useAffiliatesQuery, useUsersQuery } from './users.api.js';
import classes from './admin-users.module.css';

const LIST = { sizes: [10, 20, 50, 100, 1000], picks: {} } as const;
const USERS_LIST = { ...LIST, picks: { identity: ['missing', 'given'] } } as const;

export function UserCenterPage() {
  const filters = useListFilters(USERS_LIST);
  const query = useUsersQuery(filters.request);
  return (
    <UserList
      name="users"
      title="User management"
      lead="All customers, whoever registered last first."
      filters={filters}
      query={query}
      failed="The users could not be loaded."
      empty={{ title: 'No users yet', text: 'Whoever registers appears here at once.' }}
      columns={[TYPE_COLUMN]}
      picks={[
        {
          name: 'identity',
          label: 'BVN or NIN',
          any: 'All',
          options: [
            { value: 'missing', label: 'Missing' },
            { value: 'given', label: 'Given' },
          ],
        },
      ]}
      change={{
        track: '144px',
        tier: ({ reseller }) => (reseller === 0 ? 'upgradeUser' : undefined),
      }}
    />
  );
}

export function AffiliatesPage() {
  const filters = useListFilters(LIST);
  const query = useAffiliatesQuery(filters.request);
  return (
    <UserList
      name="affiliates"
      title="Affiliates"
      lead="The customers who buy at affiliate prices, whoever registered last first."
      filters={filters}
      query={query}
      failed="The affiliates could not be loaded."
      empty={{ title: 'No affiliates yet', text: 'Whoever joins the API program appears here.' }}
      change={{
        track: '178px',
        tier: () => 'downgradeUser',
      }}
    />
  );
}

const PHONE = {
  header: 'Name, email',
  what: (row: ListedUser) => [nameOf(row), contactOf(row)] as const,
  end: {
    header: 'Balance, type',
    what: (row: ListedUser) => [naira(row.wallet_balance), typeText(row)] as const,
  },
};

interface UserListProps extends Pick<
  ListPageProps<ListedUser>,
  'name' | 'title' | 'lead' | 'filters' | 'query' | 'empty' | 'picks'
> {
  readonly failed: string;
  readonly columns?: readonly AdminColumn<ListedUser>[];
  readonly change: {
    readonly track: string;
    readonly tier: (user: ListedUser) => TierDeed | undefined;
  };
}

function UserList({ columns = [], change, ...page }: UserListProps) {
  const mayHelp = useMay('support');
  const mayEdit = useMay('support', 'finance');
  const [edited, setEdited] = useState<ListedUser>();
  const [moved, setMoved] = useState<{ readonly deed: TierDeed; readonly user: ListedUser }>();
  const tierButton = (user: ListedUser) => {
    const deed = change.tier(user);
    return deed ? (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${TIER_DEEDS[deed].word} ${nameOf(user)}`}
        onClick={() => setMoved({ deed, user })}
      >
        {TIER_DEEDS[deed].word}
      </Button>
    ) : null;
  };
  const actions: AdminColumn<ListedUser> = {
    id: 'actions',
    header: 'Change',
    track: change.track,
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
        {mayHelp ? tierButton(row) : null}
      </span>
    ),
  };
  return (
    <>
      <LiveListPage
        {...page}
        sizes={LIST.sizes}
        searchHint={mayHelp ? 'Name, email, phone, balance, token' : 'Wallet balance, id'}
        columns={withPhoneColumns(
          [...USER_COLUMNS, ...columns, ...(mayEdit ? [actions] : []), ...MORE_USER_COLUMNS],
          PHONE,
        )}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        cutsText
      />
      {moved ? <TierSheet {...moved} onClose={() => setMoved(undefined)} /> : null}
      {edited ? <EditUserSheet user={edited} onClose={() => setEdited(undefined)} /> : null}
    </>
  );
}
