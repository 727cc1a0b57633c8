import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router-dom';
import { AdminTable } from '../../ui/table/admin-table.js';
import { type AdminColumn } from '../../ui/table/data-table.js';
import { lagosDay } from '../../ui/format.js';
import { BuyAgainLink, type BoughtBefore } from './buy-again-link.js';
import { receiptOf } from '../../domain/transaction-card.js';
import { t } from '../../languages/language.js';

interface HistoryTableProps<Row> {
  readonly kind: HistoryKind<Row>;
  readonly rows: readonly Row[];
  readonly stale: boolean;
  readonly searchBox: RefObject<HTMLInputElement | null>;
  readonly counted: string;
}

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

export interface HistoryKind<Row> {
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  readonly columns: readonly AdminColumn<Row>[];
  readonly rowKey: (row: Row) => string;
  /** Heading of `RowPanel`. */
  readonly rowLabel: (row: Row) => string;
  /** ISO 8601. */
  readonly at: (row: Row) => string;
  readonly receipt?: (row: Row) => string;
  readonly again?: (row: Row) => BoughtBefore | undefined;
  readonly card: (row: Row) => ReactNode;
  readonly cardPx: number;
  readonly empty: { readonly title: string; readonly text: string; readonly action: ReactNode };
}
