import { Button, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useDeferredValue, useRef, type ComponentProps, type ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { LoadError } from '../../domain/load-error.js';
import { useProducts } from '../../domain/products.js';
import { plural, t } from '../../languages/language.js';
import { LiveToggle } from '../../live/live-toggle.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { count, dayTitle, lagosDay } from '../../ui/format.js';
import { Card, Page } from '../../ui/layout/page.js';
import { CardList } from '../../ui/table/card-list.js';
import { Pager } from '../../ui/table/pager.js';
import { BuyAgainLink } from './buy-again-link.js';
import { FilterBar, PAGE_SIZES, type HistoryFilters, type Offers } from './filter-bar.js';
import type HistoryTableOf from './history-table.js';
import { Statement } from './statement.js';
import classes from './history.module.css';
import type { HistoryKind } from './history-table.js';

const HistoryTable = loadPart(() => import('./history-table.js')) as typeof HistoryTableOf;

interface HistoryViewProps<Row> {
  readonly kind: HistoryKind<Row>;
  readonly filters: HistoryFilters;
  readonly offers?: Offers;
  readonly more?: ReactNode;
  readonly query: {
    readonly data?: {
      readonly all_user_transaction: readonly Row[];
      readonly total: number;
      readonly total_capped: boolean;
      readonly incomplete?: true | undefined;
    };
    readonly error?: unknown;
    readonly isFetching: boolean;
    readonly originalArgs?: unknown;
    readonly currentData?: unknown;
    readonly refetch: () => unknown;
  };
}

export function HistoryView<Row>({ kind, filters, query, offers = {}, more }: HistoryViewProps<Row>) {
  const { error, refetch } = query;
  // Drawing all rows at once would block a phone.
  const data = useDeferredValue(query.data);
  const { request, change, clear, narrowed } = filters;
  const rows = data?.all_user_transaction ?? [];
  // Dim the list only while the rows of a different page load.
  const stale = data !== undefined && query.currentData === undefined;
  const searchBox = useRef<HTMLInputElement>(null);
  const counted = plural(data?.total ?? 0, '{n} entry', '{n} entries', {
    n: `${count(data?.total ?? 0)}${data?.total_capped ? '+' : ''}`,
  });
  return (
    <Page title={kind.title} lead={kind.lead} aside={<LiveToggle />} wide>
      <HistoryTabs />
      <Card className={classes.card ?? ''}>
        <FilterBar filters={filters} offers={offers} searchBox={searchBox} />
        {error && query.currentData === undefined ? (
          <LoadError
            error={error}
            fallback={t('This list could not be loaded.')}
            onRetry={() => void refetch()}
          />
        ) : null}
        {data?.incomplete ? (
          <Notice tone="warn" title={t('Some of your newest entries are not shown yet')}>
            {t(
              'They are safe in the ledger and so is your money. We are working on it; do not buy again because something is missing here.',
            )}
          </Notice>
        ) : null}
        {!data && !error ? <SkeletonRows rows={8} label={t('Loading the list')} /> : null}
        {data && rows.length === 0 && !error && !data.incomplete ? (
          narrowed || request.page > 1 ? (
            <NothingMatches onClear={clear} />
          ) : (
            <EmptyState title={kind.empty.title} action={kind.empty.action}>
              {kind.empty.text}
            </EmptyState>
          )
        ) : null}
        {rows.length > 0 ? (
          <Rows
            kind={kind}
            rows={rows}
            request={JSON.stringify(request)}
            stale={stale}
            searchBox={searchBox}
            counted={counted}
          />
        ) : null}
        {data && (rows.length > 0 || request.page > 1) ? (
          <Pages request={request} total={data.total} capped={data.total_capped} change={change} />
        ) : null}
      </Card>
      {offers.statement ? (
        <Card>
          {/* `key` resets the chosen days when the list's days change. */}
          <Statement key={`${request.from} ${request.to}`} listed={{ from: request.from, to: request.to }} />
        </Card>
      ) : null}
      {more ? <p className={classes.links}>{more}</p> : null}
    </Page>
  );
}

function NothingMatches({ onClear }: { readonly onClear: () => void }) {
  return (
    <EmptyState
      title={t('Nothing matches')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('Clear the filters')}
        </Button>
      }
    >
      {t('No entry fits these filters.')}
    </EmptyState>
  );
}

interface RowsProps<Row> extends ComponentProps<typeof HistoryTableOf<Row>> {
  /** Request whose rows the list shows. A new request scrolls the list to its top. */
  readonly request: string;
}

function Rows<Row>({ request, ...table }: RowsProps<Row>) {
  const wide = useMediaQuery('(min-width: 64em)', undefined, { getInitialValueInEffect: false });
  return wide ? (
    <Suspense fallback={<SkeletonRows rows={8} label={t('Loading the list')} />}>
      <HistoryTable key={request} {...table} />
    </Suspense>
  ) : (
    <>
      <p role="status" className={classes.summary}>
        {table.counted}
      </p>
      <Cards key={request} kind={table.kind} rows={table.rows} />
    </>
  );
}

interface CardsProps<Row> {
  readonly kind: HistoryKind<Row>;
  readonly rows: readonly Row[];
}

function Cards<Row>({ kind, rows }: CardsProps<Row>) {
  const startsDay = firstOfDays(rows, kind);
  const again = (row: Row): ReactNode => {
    const bought = kind.again?.(row);
    return bought ? <BuyAgainLink bought={bought} className={classes.again ?? ''} /> : null;
  };
  return (
    <CardList
      label={kind.title}
      rows={rows}
      rowKey={kind.rowKey}
      card={(row) => (
        <>
          {startsDay.has(kind.rowKey(row)) ? (
            <h2 className={classes.day}>{dayTitle(lagosDay(kind.at(row)))}</h2>
          ) : null}
          {kind.card(row)}
          {again(row)}
        </>
      )}
      cardPx={kind.cardPx}
    />
  );
}

interface PagesProps extends Pick<HistoryFilters, 'request' | 'change'> {
  readonly total: number;
  readonly capped: boolean;
}

function Pages({ request, total, capped, change }: PagesProps) {
  return (
    <div className={classes.pages}>
      <Pager
        page={request.page}
        pages={Math.max(1, Math.ceil(total / request.size))}
        more={capped}
        onPage={(page) => change({ page })}
      />
      <NativeSelect
        className={classes.size ?? ''}
        label={t('Items per page')}
        value={String(request.size)}
        data={PAGE_SIZES.map((size) => ({ value: String(size), label: count(size) }))}
        onChange={(event) => change({ size: Number(event.currentTarget.value) })}
      />
    </div>
  );
}

function firstOfDays<Row>(rows: readonly Row[], { at, rowKey }: HistoryKind<Row>): ReadonlySet<string> {
  const days = rows.map((row) => lagosDay(at(row)));
  return new Set(rows.filter((_, index) => days[index] !== days[index - 1]).map(rowKey));
}

function showCurrent(tabs: HTMLElement | null): void {
  const current = tabs?.querySelector<HTMLElement>('[aria-current]');
  if (tabs && current)
    tabs.scrollLeft = current.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - current.offsetWidth) / 2;
}

function HistoryTabs() {
  const services = Object.values(useProducts())
    .flatMap(({ name, history }) => (history ? [{ ...history, name }] : []))
    .sort((one, other) => one.position - other.position);
  const tabs = [
    { path: '/thistory', name: t('All') },
    { path: '/funding-history', name: t('Wallet funding') },
    ...services.map(({ path, name }) => ({ path, name: t(name) })),
    { path: '/customhistory', name: t('Range of days') },
  ];
  return (
    <nav ref={showCurrent} className={classes.tabs} aria-label={t('Histories')}>
      {tabs.map(({ path, name }) => (
        <NavLink key={path} to={path}>
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
