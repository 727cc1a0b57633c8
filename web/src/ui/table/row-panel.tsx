import type { ReactNode } from 'react';
import { Dialog } from '../layout/dialog.js';
import type { AdminColumn } from './admin-table.js';
import classes from './row-panel.module.css';

interface RowPanelProps<Row> {
  readonly row: Row;
  readonly title: string;
  readonly columns: readonly AdminColumn<Row>[];
  /** What is told of a row beside its columns, and what can be done with it. */
  readonly details?: ((row: Row, close: () => void) => ReactNode) | undefined;
  readonly onClose: () => void;
}

/** A row beside its table: all columns, hidden ones too, and what else is known. */
export function RowPanel<Row>({ row, title, columns, details, onClose }: RowPanelProps<Row>) {
  return (
    <Dialog place="right" closesOutside title={title} onClose={onClose}>
      {/* A panel without buttons is scrolled by keys too. */}
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
