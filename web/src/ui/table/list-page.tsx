import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useRef, type ReactNode, type RefObject } from 'react';
import { EmptyState } from '../feedback/empty-state.js';
import { SkeletonRows } from '../feedback/loading.js';
import { count, lagosToday, naira } from '../format.js';
import { SearchIcon } from '../icons.js';
import { Card, Page } from '../layout/page.js';
import type { AdminTableProps } from './admin-table.js';
import { LazyAdminTable } from './lazy-admin-table.js';
import { NumberedPager } from './numbered-pager.js';
import type { AnyListFilters } from './use-list-filters.js';
import classes from './list-page.module.css';

const COUNTED_MAX = 10_000;
const MANY_PICKS = 2;

interface Pick {
  readonly name: string;
  readonly label: string;
  readonly any: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

interface FilterBarProps {
  readonly filters: AnyListFilters;
  readonly searchHint: string;
  readonly picks?: readonly Pick[];
  readonly dates?: boolean;
}

export interface ListPageProps<Row>
  extends FilterBarProps, Omit<AdminTableProps<Row>, 'label' | 'rows' | 'stale' | 'searchBox' | 'toolbar'> {
  readonly title: string;
  readonly lead?: string;
  readonly sizes: readonly number[];
  readonly aside?: ReactNode;
  readonly query: {
    readonly data?:
      | {
          readonly rows: readonly Row[];
          readonly total: number;
          readonly total_capped: boolean;
          readonly sum?: number;
        }
      | undefined;
    readonly error?: unknown;
    readonly currentData?: unknown;
    readonly refetch: () => unknown;
  };
  readonly loadError: (error: unknown, retry: () => void) => ReactNode;
  readonly empty: { readonly title: string; readonly text: string };
  readonly toolbar?: ReactNode;
  readonly children?: ReactNode;
}

/** The address of the page contains the filters. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, lead, aside, query, loadError, empty, toolbar, children, ...rest } = props;
  const { filters, sizes, searchHint, picks = [], dates = false, ...table } = rest;
  const searchBox = useRef<HTMLInputElement>(null);
  const { data, error } = query;
  const { request, narrowed, clear, change } = filters;
  const rows = data?.rows ?? [];
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / request.size));
  const retry = (): void => void query.refetch();
  return (
    <Page title={title} {...(lead ? { lead } : {})} aside={aside}>
      {children}
      <Card className={classes.card ?? ''}>
        <ListFilterBar
          filters={filters}
          searchHint={searchHint}
          picks={picks}
          dates={dates}
          searchBox={searchBox}
        />
        {error && query.currentData === undefined ? loadError(error, retry) : null}
        {!data && !error ? <SkeletonRows rows={8} label="Loading the list" /> : null}
        {data && rows.length === 0 && !error ? (
          narrowed || request.page > 1 ? (
            <EmptyState
              title="Nothing matches"
              action={
                <Button variant="default" onClick={() => (narrowed ? clear() : change({ page: 1 }))}>
                  {narrowed ? 'Clear the filters' : 'To the first page'}
                </Button>
              }
            >
              No entry fits these filters.
            </EmptyState>
          ) : (
            <EmptyState title={empty.title}>{empty.text}</EmptyState>
          )
        ) : null}
        {data ? (
          <LazyAdminTable
            key={JSON.stringify(request)}
            {...table}
            label={title}
            rows={rows}
            stale={query.currentData === undefined}
            searchBox={searchBox}
            toolbar={
              <>
                <p role="status" className={classes.counted}>
                  <span>
                    {count(data?.total ?? 0)}
                    {data?.total_capped ? '+' : ''} {data?.total === 1 ? 'entry' : 'entries'}
                  </span>
                  {data?.sum === undefined ? null : (
                    <span>
                      {data.total_capped ? `The newest ${count(COUNTED_MAX)}: ` : 'Sum: '}
                      <strong>{naira(data.sum)}</strong>
                    </span>
                  )}
                </p>
                {toolbar}
              </>
            }
          />
        ) : null}
        {rows.length > 0 ? (
          <div className={classes.pages}>
            <NumberedPager page={request.page} pages={pages} onPage={(page) => change({ page })} />
            <NativeSelect
              className={classes.size ?? ''}
              label="Items per page"
              value={String(request.size)}
              data={sizes.map((size) => ({ value: String(size), label: count(size) }))}
              onChange={(event) => change({ size: Number(event.currentTarget.value) })}
            />
          </div>
        ) : null}
        {data?.total_capped && request.page === pages ? (
          <p className={classes.capped}>
            Only {count(COUNTED_MAX)} entries can be paged through. Narrow the list to see others.
          </p>
        ) : null}
      </Card>
    </Page>
  );
}

function ListFilterBar(
  props: Required<FilterBarProps> & { readonly searchBox: RefObject<HTMLInputElement | null> },
) {
  const { filters, searchHint, picks, dates, searchBox } = props;
  const { request, picked, typed, setTyped, change, pick } = filters;
  const backwards = request.from !== '' && request.to !== '' && request.from > request.to;
  const day = (label: string, name: 'from' | 'to', fault: boolean) => (
    <TextInput
      label={label}
      type="date"
      max={lagosToday()}
      value={request[name]}
      error={fault ? 'To Date is before From Date.' : undefined}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <div className={classes.filters} role="search" data-many={picks.length >= MANY_PICKS || undefined}>
      <TextInput
        ref={searchBox}
        className={classes.search ?? ''}
        label="Search"
        placeholder={searchHint}
        type="search"
        maxLength={100}
        leftSection={<SearchIcon />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {picks.map(({ name, label, any, options }) => (
        <NativeSelect
          key={name}
          label={label}
          value={picked.get(name) ?? ''}
          data={[{ value: '', label: any }, ...options]}
          onChange={(event) => pick(name, event.currentTarget.value)}
        />
      ))}
      {dates ? day('From Date', 'from', false) : null}
      {dates ? day('To Date', 'to', backwards) : null}
    </div>
  );
}
