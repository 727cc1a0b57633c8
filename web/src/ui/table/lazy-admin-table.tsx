import { Suspense } from 'react';
import { t } from '../../languages/language.js';
import { loadPart } from '../feedback/load-part.js';
import { SkeletonRows } from '../feedback/loading.js';
import type { AdminTable, AdminTableProps } from './admin-table.js';

const Table = loadPart(async () => ({
  default: (await import('./admin-table.js')).AdminTable,
})) as typeof AdminTable & { readonly begin: () => Promise<unknown> };
// Load the code of the table now, while the page loads the rows.
Table.begin().catch(() => undefined);

/**
 * Loads `AdminTable` separately. Its large virtualizer would make most pages exceed a limit of `budget.mjs`.
 */
export const LazyAdminTable = <Row,>(props: AdminTableProps<Row>) => (
  <Suspense fallback={<SkeletonRows rows={8} label={t('Loading the list')} />}>
    <Table {...props} />
  </Suspense>
);
