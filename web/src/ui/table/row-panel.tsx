import type { ReactNode } from 'react';
import { Dialog } from '../layout/dialog.js';
import type { AdminColumn } from './data-table.js';
import classes from './row-panel.module.css';

interface RowPanelProps<Row> {
  readonly row: Row;
  readonly title: string;
  readonly columns: readonly AdminColumn<Row>[];
  readonly details?: ((row: Row, close: () => void) => ReactNode) | undefined;
  readonly onClose: () => void;
}

export function RowPanel<Row>({ row, title, columns, details, onClose }: RowPanelProps<Row>) {
  return (
    <Dialog place="right" closesOutside title={title} onClose={onClose}>
      {/* Focusable, so that a panel without buttons scrolls by keyboard. */}
      <div className={classes.panel} role="group" aria-label={title} tabIndex={0} data-row-panel>
        <dl className={classes.facts}>
          {columns
            .filter(({ tableOnly }) => !tableOnly)
            .map((column) => (
              <div key={column.id}>
                <dt>{column.header}</dt>
                <dd>{column.cell(row)}</dd>
              </div>
            ))}
        </dl>
        {details?.(row, onClose)}
      </div>
    </Dialog>
  );
}
