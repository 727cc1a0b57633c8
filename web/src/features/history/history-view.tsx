import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { LiveToggle } from '../../live/live-toggle.js';
import { Card } from '../../ui/card.js';
import { EmptyState } from '../../ui/empty-state.js';
import { count } from '../../ui/format.js';
import { LoadError } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { SkeletonRows } from '../../ui/skeleton-rows.js';
import { CardList } from './card-list.js';
import { DataTable, type Column } from './data-table.js';
import { FilterBar, type Offers } from './filter-bar.js';
import { Pager } from './pager.js';
import { Statement } from './statement.js';
import type { HistoryFilters } from './use-history-filters.js';
import classes from './history.module.css';

/** What one history shows: its rows as a table where there is room, as cards where there is not. */
export interface HistoryKind<Row> {
  readonly title: string;
  readonly lead: string;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly card: (row: Row) => ReactNode;
  /** How high a card usually is. */
  readonly cardPx: number;
  readonly empty: { readonly title: string; readonly text: string; readonly action: ReactNode };
}

interface HistoryViewProps<Row> {
  readonly kind: HistoryKind<Row>;
  readonly filters: HistoryFilters;
  readonly offers?: Offers;
  /** Where else one may want to go from here. */
  readonly more?: ReactNode;
  readonly query: {
    readonly data?: {
      readonly all_user_transaction: readonly Row[];
      readonly total: number;
      readonly total_capped: boolean;
    };
    readonly error?: unknown;
    readonly isFetching: boolean;
    readonly originalArgs?: unknown;
    readonly currentData?: unknown;
    readonly refetch: () => unknown;
  };
}

export function HistoryView<Row>({ kind, filters, query, offers = {}, more }: HistoryViewProps<Row>) {
  const wide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
  const { data, error, refetch } = query;
  const { request, change, clear } = filters;
  const rows = data?.all_user_transaction ?? [];
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / request.size));
  const filtered = [request.search, request.from, request.to, request.status, request.service].some(Boolean);
  // Another page is on its way; a refresh of the same one is not worth dimming.
  const stale = data !== undefined && query.currentData === undefined;
  return (
    <Page title={kind.title} lead={kind.lead} aside={<LiveToggle />}>
      <Card className={classes.card ?? ''}>
        <FilterBar filters={filters} offers={offers} />
        {error && query.currentData === undefined ? (
          <LoadError error={error} fallback="This list could not be loaded." onRetry={() => void refetch()} />
        ) : null}
        {!data && !error ? <SkeletonRows rows={8} label="Loading the list" /> : null}
        {data && rows.length === 0 && !error ? (
          filtered || request.page > 1 ? (
            <EmptyState
              title="Nothing matches"
              action={
                <Button variant="default" onClick={clear}>
                  Clear the filters
                </Button>
              }
            >
              No entry fits these filters.
            </EmptyState>
          ) : (
            <EmptyState title={kind.empty.title} action={kind.empty.action}>
              {kind.empty.text}
            </EmptyState>
          )
        ) : null}
        {rows.length > 0 ? (
          <>
            <div className={classes.summary}>
              <p role="status">
                {count(data?.total ?? 0)}
                {data?.total_capped ? '+' : ''} {data?.total === 1 ? 'entry' : 'entries'}
              </p>
              {offers.statement ? <Statement from={request.from} to={request.to} /> : null}
            </div>
            {wide ? (
              <DataTable
                key={JSON.stringify(request)}
                label={kind.title}
                columns={kind.columns}
                rows={rows}
                rowKey={kind.rowKey}
                stale={stale}
              />
            ) : (
              <CardList
                key={JSON.stringify(request)}
                label={kind.title}
                rows={rows}
                rowKey={kind.rowKey}
                card={kind.card}
                cardPx={kind.cardPx}
              />
            )}
          </>
        ) : null}
        {data && (rows.length > 0 || request.page > 1) ? (
          <Pager
            page={request.page}
            pages={pages}
            more={data.total_capped}
            onPage={(page) => change({ page })}
          />
        ) : null}
      </Card>
      {more ? <p className={classes.links}>{more}</p> : null}
    </Page>
  );
}
