import { count } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import { DataTable, type Column } from '../../ui/table/data-table.js';
import type { OperationsView } from '../../api/operations.api.js';

const COLUMNS: readonly Column<OperationsView>[] = [
  { header: 'List', track: 'minmax(150px, 1fr)', cell: ({ view }) => view.replaceAll('_', ' ') },
  {
    header: 'State',
    track: 'minmax(150px, 2fr)',
    wrap: true,
    cell: ({ halted, lag }) => halted ?? (lag === 0 ? 'Level with the ledger' : 'Catching up'),
  },
  { header: 'Position', track: '110px', number: true, cell: ({ position }) => count(position) },
  { header: 'Behind', track: '90px', number: true, cell: ({ lag }) => count(lag) },
  { header: 'Kept apart', track: '100px', number: true, cell: ({ parked }) => count(parked) },
];

/** How far each list that people see is behind the ledger. */
export function ViewLags({ views }: { readonly views: readonly OperationsView[] }) {
  return (
    <Card title="Lists">
      <DataTable
        label="Lists and how far they are"
        columns={COLUMNS}
        rows={views}
        rowKey={({ view }) => view}
        stale={false}
      />
    </Card>
  );
}
