import { TRANSACTION_STATUSES } from '../../../services/contracts/services.js';
import { LiveToggle } from '../live/live-toggle.js';
import { ListPage, type ListPageProps } from '../ui/table/list-page.js';
import { LoadError } from './load-error.js';

interface LiveListPageProps<Row> extends Omit<ListPageProps<Row>, 'aside' | 'loadError'> {
  readonly failed: string;
}

export function LiveListPage<Row>({ failed, ...list }: LiveListPageProps<Row>) {
  return (
    <ListPage
      {...list}
      aside={<LiveToggle />}
      loadError={(error, retry) => <LoadError error={error} fallback={failed} onRetry={retry} />}
    />
  );
}

export const STATUS_PICK = {
  name: 'status',
  label: 'Status',
  any: 'Any status',
  options: TRANSACTION_STATUSES.map((status) => ({ value: status, label: status })),
};
