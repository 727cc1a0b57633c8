import { Suspense, type ReactNode } from 'react';
import { t } from '../../languages/language.js';
import { loadPart } from '../feedback/load-part.js';
import { SkeletonRows } from '../feedback/loading.js';
import classes from './card-list.module.css';

const LongList = loadPart(() => import('./long-list.js'));

const WHOLE_ROWS = 50;

export interface CardListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly card: (row: Row) => ReactNode;
  readonly cardPx: number;
}

export function CardList<Row>(props: CardListProps<Row>) {
  if (props.rows.length > WHOLE_ROWS) {
    const { label, rows, card, rowKey, cardPx } = props;
    const at = (read: (row: Row) => ReactNode) => (index: number) => {
      const row = rows[index];
      return row === undefined ? null : read(row);
    };
    return (
      <Suspense fallback={<SkeletonRows rows={8} label={t('Loading the list')} />}>
        <LongList
          label={label}
          count={rows.length}
          cardAt={at(card)}
          keyAt={(index) => String(at(rowKey)(index))}
          cardPx={cardPx}
        />
      </Suspense>
    );
  }
  return (
    <ul className={classes.list} aria-label={props.label}>
      {props.rows.map((row) => (
        <li key={props.rowKey(row)}>{props.card(row)}</li>
      ))}
    </ul>
  );
}
