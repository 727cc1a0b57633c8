import '@mantine/core/styles/Checkbox.css';
import { ActionIcon, Checkbox } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState, type ComponentType, type ReactNode, type RefObject } from 'react';
import { t } from '../../languages/language.js';
import { ChevronRightIcon } from '../icons.js';
import type { Column } from './data-table.js';
import { RowPanel } from './row-panel.js';
import { TableSettings } from './table-settings.js';
import { useMoreBeside, useRowsInSight } from './use-in-sight.js';
import { useTableChoices } from './use-table-choices.js';
import { useSingleKeys, useTableKeys } from './use-table-keys.js';
import classes from './admin-table.module.css';

export interface AdminColumn<Row> extends Column<Row> {
  /** Names the column where the choice of columns is kept. */
  readonly id: string;
  /** Hidden until somebody chooses it. */
  readonly optional?: true;
  /** Hidden until somebody chooses it where the window is narrower than 1440 px: a column that is cut says nothing, and a row's panel has it. */
  readonly roomy?: true;
  /** Left out of the panel of a row, whose details have it in another way. */
  readonly tableOnly?: true;
  /** Shown on a phone alone, in place of columns that are left out there. Not offered in the choice of columns. */
  readonly narrowOnly?: true;
}

/** Rows chosen for something that is done with all of them at once. */
export interface RowSelection {
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

export interface FollowProps<Row> {
  /** As the list showed it last. */
  readonly row: Row;
  /** Whether the list shows it no more: what changed may have moved it out of what is asked for. */
  readonly gone: boolean;
  readonly children: (now: Row) => ReactNode;
}

export interface AdminTableProps<Row> {
  /** Where this table's choices are kept. */
  readonly name: string;
  readonly label: string;
  readonly columns: readonly AdminColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** What a row is called: the heading of its panel, the name of its box to tick. */
  readonly rowLabel: (row: Row) => string;
  readonly details?: ((row: Row, close: () => void) => ReactNode) | undefined;
  /** Finds out what became of an open row that the list shows no more. Without it, its panel goes on with what was known. */
  readonly Follow?: ComponentType<FollowProps<Row>> | undefined;
  readonly selection?: RowSelection | undefined;
  /** What stands beside the choice of columns: totals, what is done with the chosen rows. */
  readonly toolbar?: ReactNode;
  /** Long text is cut, which the rows' panels show whole: the table is never wider than its place while the least widths of its columns fit. */
  readonly cutsText?: boolean;
  /** Rows of another group than the one above are set apart. */
  readonly groupOf?: ((row: Row) => string) | undefined;
  readonly stale: boolean;
  /** Where `/` goes. */
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

/**
 * A dense table for people who work in it all day: its head stays, columns and height of rows are chosen, keys move from row
 * to row, and a row's details open beside it, also when the last row leaves the list. Draws only the rows in sight.
 */
export function AdminTable<Row>(props: AdminTableProps<Row>) {
  const { name, label, columns, rows, rowKey, rowLabel, details, selection, toolbar, stale } = props;
  const { groupOf, searchBox, cutsText, Follow = AsListed } = props;
  const choices = useTableChoices(name);
  const [singleKeys] = useSingleKeys();
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  // A table made for every width cuts long text, which its rows' panels show whole; every other one is scrolled sideways.
  const anyWidth = columns.some(({ narrowOnly }) => narrowOnly);
  const fits = narrow && anyWidth;
  const offered = columns.filter(({ narrowOnly }) => !narrowOnly);
  const shown = fits
    ? columns.filter((column) => column.narrowOnly ?? (!column.wideOnly && choices.isShown(column)))
    : offered.filter(choices.isShown);
  // Two lines of a phone need the room.
  const rowPx = choices.dense && !fits ? LOW_ROW_PX : ROW_PX;
  const scroller = useRef<HTMLDivElement>(null);
  const moreBeside = useMoreBeside(scroller);
  const { first, end } = useRowsInSight(scroller, rowPx, rows.length);
  // By key, so that rows that arrive above do not move it.
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
  // The first key finds the first row, wherever one was not yet.
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
                    // Where single keys are off too: without a mouse a row is opened and ticked in no other way.
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

/** What a phone shows in one cell where a wide screen has two columns. */
export const TwoLines = ({ over, under }: { readonly over: ReactNode; readonly under: ReactNode }) => (
  <span className={classes.twoLines}>
    <span>{over}</span>
    <span className={classes.under}>{under}</span>
  </span>
);
