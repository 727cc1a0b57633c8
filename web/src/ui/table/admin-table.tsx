import '@mantine/core/styles/Checkbox.css';
import { ActionIcon, Checkbox } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  useRef,
  type ComponentType,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { t } from '../../languages/language.js';
import { ChevronRightIcon } from '../icons.js';
import type { AdminColumn } from './data-table.js';
import { RowPanel } from './row-panel.js';
import { TableSettings } from './table-settings.js';
import { useCurrentRow, type CurrentRow } from './use-current-row.js';
import { useMoreBeside } from './use-more-beside.js';
import { useTableChoices, type ChosenTable } from './use-table-choices.js';
import { useSingleKeys, useTableKeys } from './use-table-keys.js';
import { useVirtualRows } from './use-virtual-rows.js';
import classes from './admin-table.module.css';

export interface RowSelection {
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

export interface FollowProps<Row> {
  readonly row: Row;
  /** True when a change has moved the row out of the filtered list. */
  readonly gone: boolean;
  readonly children: (now: Row) => ReactNode;
}

export interface AdminTableProps<Row> {
  readonly name: string;
  readonly label: string;
  readonly columns: readonly AdminColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly rowLabel: (row: Row) => string;
  readonly details?: ((row: Row, close: () => void) => ReactNode) | undefined;
  /** Component that reloads an open row from the server after the row has left the list. */
  readonly Follow?: ComponentType<FollowProps<Row>> | undefined;
  readonly selection?: RowSelection | undefined;
  readonly toolbar?: ReactNode;
  /** True when long text is cut, so that the table fits into its frame. */
  readonly cutsText?: boolean;
  readonly groupOf?: ((row: Row) => string) | undefined;
  readonly stale: boolean;
  readonly searchBox?: RefObject<HTMLInputElement | null>;
}

const ROW_PX = 48;
const LOW_ROW_PX = 34;
const HEAD_PX = 43;
const NOT_THE_ROW = 'a, button, input, label';

/** Only the visible rows are rendered. */
export function AdminTable<Row>(props: AdminTableProps<Row>) {
  const { name, label, columns, rows, rowKey, rowLabel, selection, toolbar, stale } = props;
  const { groupOf, searchBox, cutsText } = props;
  const choices = useTableChoices(name);
  const { offered, shown, anyWidth, fits } = useColumns(columns, choices);
  const rowPx = choices.dense && !fits ? LOW_ROW_PX : ROW_PX;
  const scroller = useRef<HTMLDivElement>(null);
  const moreBeside = useMoreBeside(scroller);
  const virtual = useVirtualRows(scroller, rows.length, rowPx, HEAD_PX);
  const current = useCurrentRow({ rows, rowKey, scroller, scrollTo: virtual.scrollToIndex });
  const toggle = (row: Row): void => selection?.onChoose(toggled(selection.chosen, rowKey(row)));
  useRowKeys(current, { on: choices.keys, toggle, searchBox });

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
          <TableHead columns={shown} keys={rows.map(rowKey)} selection={selection} style={grid} />
          <div role="rowgroup" className={classes.body} style={{ height: rows.length * rowPx }}>
            {virtual.getVirtualItems().map(({ index }) => {
              const row = rows[index]!;
              return (
                <TableRow
                  key={rowKey(row)}
                  index={index}
                  row={row}
                  name={rowLabel(row)}
                  columns={shown}
                  current={current}
                  chosen={selection?.chosen.has(rowKey(row))}
                  onToggle={toggle}
                  startsGroup={index > 0 && groupOf?.(rows[index - 1]!) !== groupOf?.(row)}
                  style={{ ...grid, height: rowPx, transform: `translateY(${index * rowPx}px)` }}
                />
              );
            })}
          </div>
        </div>
      </div>
      {current.opened === undefined ? null : (
        <OpenRow opened={current.opened} columns={offered} table={props} onClose={current.close} />
      )}
    </>
  );
}

function useColumns<Row>(columns: readonly AdminColumn<Row>[], { isShown }: ChosenTable) {
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const anyWidth = columns.some(({ narrowOnly }) => narrowOnly);
  const fits = narrow && anyWidth;
  const offered = columns.filter(({ narrowOnly }) => !narrowOnly);
  const shown = fits
    ? columns.filter((column) => column.narrowOnly ?? (!column.wideOnly && isShown(column)))
    : offered.filter(isShown);
  return { offered, shown, anyWidth, fits };
}

interface RowKeysOptions<Row> {
  /** True while this table reacts to single keys. */
  readonly on: boolean;
  readonly toggle: (row: Row) => void;
  readonly searchBox: RefObject<HTMLInputElement | null> | undefined;
}

function useRowKeys<Row>(current: CurrentRow<Row>, { on, toggle, searchBox }: RowKeysOptions<Row>): void {
  const [singleKeys] = useSingleKeys();
  const { index, row, goTo, open } = current;
  useTableKeys({
    on: singleKeys && on,
    move: (by) => goTo(index < 0 ? 0 : index + by),
    open: () => {
      if (row !== undefined) open(row);
    },
    select: () => {
      if (row !== undefined) toggle(row);
    },
    search: () => searchBox?.current?.focus(),
  });
}

interface TableHeadProps<Row> {
  readonly columns: readonly AdminColumn<Row>[];
  readonly keys: readonly string[];
  readonly selection: RowSelection | undefined;
  readonly style: CSSProperties;
}

function TableHead<Row>({ columns, keys, selection, style }: TableHeadProps<Row>) {
  const allChosen = selection !== undefined && keys.every((key) => selection.chosen.has(key));
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.row} style={style}>
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
        {columns.map((column) => (
          <span key={column.id} role="columnheader" data-number={column.number}>
            {column.header}
          </span>
        ))}
        <span role="columnheader">
          <span className="nl-hidden">{t('Details')}</span>
        </span>
      </div>
    </div>
  );
}

interface TableRowProps<Row> {
  readonly index: number;
  readonly row: Row;
  readonly name: string;
  readonly columns: readonly AdminColumn<Row>[];
  readonly current: CurrentRow<Row>;
  /** True for a row that is ticked. Undefined in tables in which rows cannot be ticked. */
  readonly chosen: boolean | undefined;
  readonly onToggle: (row: Row) => void;
  readonly startsGroup: boolean;
  readonly style: CSSProperties;
}

function TableRow<Row>(props: TableRowProps<Row>) {
  const { index, row, name, columns, current, chosen, onToggle, startsGroup, style } = props;
  const { goTo, open } = current;
  const onKeyDown = (event: KeyboardEvent): void => {
    // Even when `useSingleKeys` is off, people who use only a keyboard must open and tick rows.
    const onRow = event.target === event.currentTarget;
    if (event.key === 'ArrowDown') goTo(index + 1);
    else if (event.key === 'ArrowUp') goTo(index - 1);
    else if (event.key === 'Enter' && onRow) open(row);
    else if (event.key === ' ' && onRow && chosen !== undefined) onToggle(row);
    else return;
    event.preventDefault();
  };
  const onClick = ({ target }: MouseEvent): void => {
    if (!(target as Element).closest(NOT_THE_ROW) && !getSelection()?.toString()) open(row);
  };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={chosen}
      tabIndex={index === Math.max(0, current.index) ? 0 : -1}
      data-index={index}
      data-current={index === current.index || undefined}
      data-group={startsGroup || undefined}
      className={classes.row}
      style={style}
      onFocus={() => current.mark(row)}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      {chosen === undefined ? null : (
        <span role="gridcell">
          <Checkbox
            size="xs"
            tabIndex={-1}
            aria-label={t('Select {row}', { row: name })}
            checked={chosen}
            onChange={() => onToggle(row)}
          />
        </span>
      )}
      {columns.map((column) => (
        <span key={column.id} role="gridcell" data-number={column.number} data-wrap={column.wrap}>
          {column.cell(row)}
        </span>
      ))}
      <span role="gridcell">
        <ActionIcon
          variant="subtle"
          tabIndex={-1}
          aria-label={t('Details of {row}', { row: name })}
          onClick={() => open(row)}
        >
          <ChevronRightIcon />
        </ActionIcon>
      </span>
    </div>
  );
}

const toggled = (set: ReadonlySet<string>, key: string): ReadonlySet<string> => {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
};

interface OpenRowProps<Row> {
  readonly opened: Row;
  readonly columns: readonly AdminColumn<Row>[];
  readonly table: AdminTableProps<Row>;
  readonly onClose: () => void;
}

function OpenRow<Row>({ opened, columns, table, onClose }: OpenRowProps<Row>) {
  const { rows, rowKey, rowLabel, details, Follow = AsListed } = table;
  const listed = rows.find((row) => rowKey(row) === rowKey(opened));
  return (
    <Follow row={listed ?? opened} gone={listed === undefined}>
      {(row) => (
        <RowPanel row={row} title={rowLabel(row)} columns={columns} details={details} onClose={onClose} />
      )}
    </Follow>
  );
}

const AsListed = <Row,>({ row, children }: FollowProps<Row>) => children(row);
