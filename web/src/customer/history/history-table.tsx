import type { RefObject } from 'react';
import { Link } from 'react-router-dom';
import { AdminTable, type AdminColumn } from '../../ui/table/admin-table.js';
import { lagosDay } from '../../ui/format.js';
import { BuyAgainLink } from './buy-again-link.js';
import type { HistoryKind } from './history-view.js';
import { receiptOf } from '../../domain/transaction-card.js';
import { t } from '../../languages/language.js';

interface HistoryTableProps<Row> {
  readonly kind: HistoryKind<Row>;
  readonly rows: readonly Row[];
  readonly stale: boolean;
  readonly searchBox: RefObject<HTMLInputElement | null>;
  readonly counted: string;
}

/** A history where there is room: the dense table of the desk, whose rows open beside it. Loaded only there. */
export default function HistoryTable<Row>({ kind, rows, stale, searchBox, counted }: HistoryTableProps<Row>) {
  const details = (row: Row) => {
    const reference = kind.receipt?.(row);
    return reference ? <Link to={receiptOf(reference)}>{t('Open the receipt')}</Link> : null;
  };
  const { again } = kind;
  const columns: readonly AdminColumn<Row>[] = again
    ? [
        ...kind.columns,
        {
          id: 'again',
          header: t('Again'),
          track: '82px',
          // In the details of the row; as a column only where somebody makes room for it.
          optional: true,
          cell: (row) => {
            const bought = again(row);
            return bought ? <BuyAgainLink bought={bought} /> : null;
          },
        },
      ]
    : kind.columns;
  return (
    <AdminTable
      name={`history-${kind.name}`}
      label={kind.title}
      columns={columns}
      rows={rows}
      rowKey={kind.rowKey}
      rowLabel={kind.rowLabel}
      groupOf={(row) => lagosDay(kind.at(row))}
      details={details}
      cutsText
      stale={stale}
      searchBox={searchBox}
      toolbar={<p role="status">{counted}</p>}
    />
  );
}
