import { NativeSelect, TextInput } from '@mantine/core';
import { count, lagosToday } from '../../ui/format.js';
import { SearchIcon } from '../../ui/icons.js';
import { PAGE_SIZES, type HistoryFilters } from './use-history-filters.js';
import classes from './history.module.css';

export function FilterBar({ filters }: { readonly filters: HistoryFilters }) {
  const { request, typed, setTyped, change } = filters;
  const backwards = request.from !== '' && request.to !== '' && request.from > request.to;
  return (
    <div className={classes.filters} role="search">
      <TextInput
        className={classes.search ?? ''}
        label="Search"
        placeholder="Reference, phone number, status"
        type="search"
        maxLength={100}
        leftSection={<SearchIcon />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <TextInput
        label="From Date"
        type="date"
        max={lagosToday()}
        value={request.from}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        label="To Date"
        type="date"
        max={lagosToday()}
        value={request.to}
        error={backwards ? 'To Date is before From Date.' : undefined}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
      <NativeSelect
        label="Items per page"
        value={String(request.size)}
        data={PAGE_SIZES.map((size) => ({ value: String(size), label: count(size) }))}
        onChange={(event) => change({ size: Number(event.currentTarget.value) })}
      />
    </div>
  );
}
