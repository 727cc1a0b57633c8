import { useRef, type CSSProperties, type ReactNode } from 'react';
import classes from './data-table.module.css';
import { t } from '../../languages/language.js';
import { useVirtualRows } from './use-virtual-rows.js';

const ROW_PX = 52;
/** Longer tables scroll. */
const WHOLE_ROWS = 50;

export interface Column<Row> {
  readonly header: string;
  readonly track: string;
  readonly number?: boolean;
  readonly wrap?: boolean;
  /** True when phones do not show the column. */
  readonly wideOnly?: true;
  readonly cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly stale: boolean;
}

export function DataTable<Row>({ label, columns, rows, rowKey, stale }: DataTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualRows(scroller, rows.length, ROW_PX);
  const fits = columns.some(({ wideOnly }) => wideOnly);
  const grid = {
    '--wide': columns.map(({ track }) => track).join(' '),
    '--narrow': columns
      .filter(({ wideOnly }) => !wideOnly)
      .map(({ number }) => (number ? 'max-content' : 'minmax(0, 1fr)'))
      .join(' '),
  } as CSSProperties;
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      tabIndex={0}
      role="region"
      aria-label={t('{label}, scrollable', { label })}
      data-stale={stale || undefined}
      data-long={rows.length > WHOLE_ROWS || undefined}
    >
      <div
        role="table"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-busy={stale}
        className={classes.table}
        data-fits={fits || undefined}
      >
        <div role="rowgroup" className={classes.head}>
          <div role="row" aria-rowindex={1} className={classes.row} style={grid}>
            {columns.map((column) => (
              <span
                key={column.header}
                role="columnheader"
                data-number={column.number}
                data-wide-only={column.wideOnly}
              >
                {column.header}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={classes.body} style={{ height: rows.length * ROW_PX }}>
          {virtual.getVirtualItems().map(({ index }) => {
            const row = rows[index]!;
            return (
              <div
                key={rowKey(row)}
                role="row"
                aria-rowindex={index + 2}
                className={classes.row}
                style={{
                  ...grid,
                  position: 'absolute',
                  insetInline: 0,
                  height: ROW_PX,
                  transform: `translateY(${index * ROW_PX}px)`,
                }}
              >
                {columns.map((column) => (
                  <span
                    key={column.header}
                    role="cell"
                    data-number={column.number}
                    data-wrap={column.wrap}
                    data-wide-only={column.wideOnly}
                  >
                    {column.cell(row)}
                  </span>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

export interface AdminColumn<Row> extends Column<Row> {
  readonly id: string;
  readonly optional?: true;
  /**
   * True when windows below 1440 px hide the column, because it would be cut. The person can show it again.
   * `RowPanel` shows its content.
   */
  readonly roomy?: true;
  /** True when `RowPanel` omits the column, because other details already show the same content. */
  readonly tableOnly?: true;
  /** True when only phones show the column. Phones hide `wideOnly` columns. */
  readonly narrowOnly?: true;
}
