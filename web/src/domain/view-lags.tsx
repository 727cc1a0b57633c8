import type { CallAnswer } from '../../../services/contracts/calls.js';
import { count } from '../ui/format.js';
import { Card } from '../ui/layout/page.js';
import { DataTable, type Column } from '../ui/table/data-table.js';

type View = CallAnswer<'operations'>['views'][number];

const COLUMNS: readonly Column<View>[] = [
  { header: 'List', track: 'minmax(150px, 1fr)', wrap: true, cell: ({ view }) => view.replaceAll('_', ' ') },
  {
    header: 'State',
    track: 'minmax(150px, 2fr)',
    wrap: true,
    cell: ({ halted, lag }) => halted ?? (lag === 0 ? 'Level with the ledger' : 'Catching up'),
  },
  {
    header: 'Position',
    track: '110px',
    number: true,
    wideOnly: true,
    cell: ({ position }) => count(position),
  },
  { header: 'Behind', track: '90px', number: true, cell: ({ lag }) => count(lag) },
  {
    header: 'Kept apart',
    track: '100px',
    number: true,
    wideOnly: true,
    cell: ({ parked }) => count(parked),
  },
];

interface ViewLagsProps {
  readonly title: string;
  readonly views: readonly View[];
}

export const ViewLags = ({ title, views }: ViewLagsProps) => (
  <Card title={title}>
    {views.length === 0 ? (
      <p>How far they are is not known at the moment.</p>
    ) : (
      <DataTable
        label="Lists and how far they are"
        columns={COLUMNS}
        rows={views}
        rowKey={({ view }) => view}
        stale={false}
      />
    )}
  </Card>
);
