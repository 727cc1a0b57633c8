import '@mantine/core/styles/Checkbox.css';
import { ActionIcon, Checkbox } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState, type ComponentType, type ReactNode, type RefObject } from 'react';
import { t } from '../../languages/language.js';
import { ChevronRightIcon } from '../icons.js';
import type { AdminColumn } from './data-table.js';
import { RowPanel } from './row-panel.js';
import { TableSettings } from './table-settings.js';
import { useMoreBeside, useRowsInSight } from './use-in-sight.js';
import { useTableChoices } from './use-table-choices.js';
import { useSingleKeys, useTableKeys } from './use-table-keys.js';
import classes from './admin-table.module.css';

export interface RowSelection {
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

export interface FollowProps<Row> {
  /** Last known row. */
  readonly row: Row;
  /** The list has dropped the row: a change may have moved it out of the filters. */
  readonly gone: boolean;
  readonly children: (now: Row) => ReactNode;
}

export interface AdminTableProps<Row> {
  /** Storage key of `useTableChoices`. */
  readonly name: string;
  readonly label: string;
  readonly columns: readonly AdminColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Heading of `RowPanel` and name of the row's checkbox. */
  readonly rowLabel: (row: Row) => string;
  readonly details?: ((row: Row, close: () => void) => ReactNode) | undefined;
  /** Reloads an open row that left the list. Without it, `RowPanel` keeps the last known row. */
  readonly Follow?: ComponentType<FollowProps<Row>> | undefined;
  readonly selection?: RowSelection | undefined;
  /** Content beside `TableSettings`. */
  readonly toolbar?: ReactNode;
  /** Cuts long text, so that the table fits its frame; `RowPanel` shows it in full. */
  readonly cutsText?: boolean;
  /** Separates groups. */
  readonly groupOf?: ((row: Row) => string) | undefined;
  readonly stale: boolean;
  /** Focused by the `/` key. */
  readonly searchBox?: RefObject<HTMLInputElement | null>;
}

const ROW_PX = 48;
const LOW_ROW_PX = 34;
const HEAD_PX = 42;
const NOT_THE_ROW = 'a, button, input, label';

const toggled = (set: ReadonlySet<string>, key: string): ReadonlySet<string> => {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
};

/** Dense, virtualised table for daily work. Open details stay when the row leaves the list. */
export function AdminTable<Row>(props: AdminTableProps<Row>) {
  const { name, label, columns, rows, rowKey, rowLabel, details, selection, toolbar, stale } = props;
  const { groupOf, searchBox, cutsText, Follow = AsListed } = props;
  const choices = useTableChoices(name);
  const [singleKeys] = useSingleKeys();
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  // Tables with `narrowOnly` columns fit a phone. Others scroll sideways there.
  const anyWidth = columns.some(({ narrowOnly }) => narrowOnly);
  const fits = narrow && anyWidth;
  const offered = columns.filter(({ narrowOnly }) => !narrowOnly);
  const shown = fits
    ? columns.filter((column) => column.narrowOnly ?? (!column.wideOnly && choices.isShown(column)))
    : offered.filter(choices.isShown);
  // `TwoLines` needs the high rows.
  const rowPx = choices.dense && !fits ? LOW_ROW_PX : ROW_PX;
  const scroller = useRef<HTMLDivElement>(null);
  const moreBeside = useMoreBeside(scroller);
  const { first, end } = useRowsInSight(scroller, rowPx, rows.length);
  // By key: rows arriving above do not move it.
  const [currentKey, setCurrentKey] = useState<string>();
  const [opened, setOpened] = useState<Row>();
  const focusNext = useRef(false);
  const found = rows.findIndex((row) => rowKey(row) === currentKey);
  const current = Math.max(0, found);
  const listed = opened && rows.find((row) => rowKey(row) === rowKey(opened));

  useEffect(() => {
    if (!focusNext.current) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${current}"]`);
    if (!row) return;
    focusNext.current = false;
    row.focus({ preventScroll: true });
  }, [current, currentKey, opened, first, end]);

  const goTo = (index: number): void => {
    const row = rows[index];
    const box = scroller.current;
    if (row === undefined || !box) return;
    const top = index * rowPx;
    const room = box.clientHeight - HEAD_PX - rowPx;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top > box.scrollTop + room) box.scrollTop = top - room;
    setCurrentKey(rowKey(row));
    if (opened === undefined) focusNext.current = true;
    else setOpened(row);
  };
  const open = (row: Row | undefined): void => {
    if (row === undefined) return;
    setCurrentKey(rowKey(row));
    setOpened(row);
  };
  const close = (): void => {
    focusNext.current = true;
    setOpened(undefined);
  };
  const startsGroup = (index: number): boolean => {
    const [above, row] = [rows[index - 1], rows[index]];
    return (
      groupOf !== undefined && above !== undefined && row !== undefined && groupOf(above) !== groupOf(row)
    );
  };
  const choose = (row: Row | undefined): void => {
    if (row !== undefined) selection?.onChoose(toggled(selection.chosen, rowKey(row)));
  };
  // Without a current row, the first key press selects the first row.
  const move = (by: 1 | -1): void => goTo(found < 0 ? 0 : current + by);
  useTableKeys({
    on: singleKeys && choices.keys,
    move,
    open: () => open(found < 0 ? undefined : rows[found]),
    select: () => choose(found < 0 ? undefined : rows[found]),
    search: () => searchBox?.current?.focus(),
  });

  const keys = rows.map(rowKey);
  const allChosen = selection !== undefined && keys.every((key) => selection.chosen.has(key));
  const tracks = [selection ? '34px' : '', ...shown.map(({ track }) => track), '28px'].filter(Boolean);
  const grid = { gridTemplateColumns: tracks.join(' ') };
  return (
    <>
      <div className={classes.toolbar} hidden={rows.length === 0}>
        <div className={classes.beside}>{toolbar}</div>
        {fits ? null : <TableSettings columns={offered} chosen={choices} />}
      </div>
      <div
        ref={scroller}
        className={classes.scroller}
        hidden={rows.length === 0}
        data-stale={stale || undefined}
        data-more={moreBeside || undefined}
      >
        <div
          role="grid"
          aria-label={label}
          aria-rowcount={rows.length + 1}
          aria-busy={stale}
          aria-multiselectable={selection ? true : undefined}
          className={classes.table}
          data-dense={choices.dense || undefined}
          data-any-width={anyWidth || cutsText || undefined}
          data-fits={fits || undefined}
        >
          <div role="rowgroup" className={classes.head}>
            <div role="row" aria-rowindex={1} className={classes.row} style={grid}>
              {selection ? (
                <span role="columnheader">
                  <Checkbox
                    size="xs"
                    aria-label={t('Select all rows of this page')}
                    checked={allChosen}
                    indeterminate={!allChosen && keys.some((key) => selection.chosen.has(key))}
                    onChange={() => selection.onChoose(new Set(allChosen ? [] : keys))}
                  />
                </span>
              ) : null}
              {shown.map((column) => (
                <span key={column.id} role="columnheader" data-number={column.number}>
                  {column.header}
                </span>
              ))}
              <span role="columnheader">
                <span className="nl-hidden">{t('Details')}</span>
              </span>
            </div>
          </div>
          <div role="rowgroup" className={classes.body} style={{ height: rows.length * rowPx }}>
            {rows.slice(first, end).map((row, offset) => {
              const index = first + offset;
              const key = rowKey(row);
              return (
                <div
                  key={key}
                  role="row"
                  aria-rowindex={index + 2}
                  aria-selected={selection ? selection.chosen.has(key) : undefined}
                  tabIndex={index === current ? 0 : -1}
                  data-index={index}
                  data-current={index === found || undefined}
                  data-group={startsGroup(index) || undefined}
                  className={classes.row}
                  style={{ ...grid, height: rowPx, transform: `translateY(${index * rowPx}px)` }}
                  onFocus={() => setCurrentKey(key)}
                  onKeyDown={(event) => {
                    // Works with `singleKeys` off too: the keyboard has no other way to open or tick a row.
                    const onRow = event.target === event.currentTarget;
                    if (event.key === 'ArrowDown') goTo(index + 1);
                    else if (event.key === 'ArrowUp') goTo(index - 1);
                    else if (event.key === 'Enter' && onRow) open(row);
                    else if (event.key === ' ' && onRow && selection) choose(row);
                    else return;
                    event.preventDefault();
                  }}
                  onClick={(event) => {
                    if (!(event.target as Element).closest(NOT_THE_ROW) && !getSelection()?.toString())
                      open(row);
                  }}
                >
                  {selection ? (
                    <span role="gridcell">
                      <Checkbox
                        size="xs"
                        tabIndex={-1}
                        aria-label={t('Select {row}', { row: rowLabel(row) })}
                        checked={selection.chosen.has(key)}
                        onChange={() => choose(row)}
                      />
                    </span>
                  ) : null}
                  {shown.map((column) => (
                    <span key={column.id} role="gridcell" data-number={column.number} data-wrap={column.wrap}>
                      {column.cell(row)}
                    </span>
                  ))}
                  <span role="gridcell">
                    <ActionIcon
                      variant="subtle"
                      tabIndex={-1}
                      aria-label={t('Details of {row}', { row: rowLabel(row) })}
                      onClick={() => open(row)}
                    >
                      <ChevronRightIcon />
                    </ActionIcon>
                  </span>
                </div>
              );
            })}
          </div>
        </div>
      </div>
      {opened === undefined ? null : (
        <Follow row={listed ?? opened} gone={listed === undefined}>
          {(row) => (
            <RowPanel row={row} title={rowLabel(row)} columns={offered} details={details} onClose={close} />
          )}
        </Follow>
      )}
    </>
  );
}

const AsListed = <Row,>({ row, children }: FollowProps<Row>) => children(row);

export const TwoLines = ({ over, under }: { readonly over: ReactNode; readonly under: ReactNode }) => (
  <span className={classes.twoLines}>
    <span>{over}</span>
    <span className={classes.under}>{under}</span>
  </span>
);
