import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState, type RefObject } from 'react';
import { SERVICES, TRANSACTION_STATUSES } from '../../../../services/contracts/services.js';
import { useServiceName } from '../../domain/products.js';
import { statusText } from '../../domain/transaction-card.js';
import { t } from '../../languages/language.js';
import { Chips } from '../../ui/form/chips.js';
import { lagosToday } from '../../ui/format.js';
import { SearchIcon } from '../../ui/icons.js';
import { type ListFilters, useListFilters } from '../../ui/table/use-list-filters.js';
import { datePresets } from './date-presets.js';
import classes from './history.module.css';

export const PAGE_SIZES = [10, 50, 100, 500, 1000] as const;

const HISTORY = {
  sizes: PAGE_SIZES,
  picks: { service: SERVICES, status: TRANSACTION_STATUSES },
} as const;

export type HistoryFilters = ListFilters<typeof HISTORY.picks>;

export const useHistoryFilters = (): HistoryFilters => useListFilters(HISTORY);

export interface Offers {
  readonly status?: boolean;
  readonly service?: boolean;
  readonly presets?: boolean;
  readonly statement?: boolean;
}

interface FilterBarProps {
  readonly filters: HistoryFilters;
  readonly offers: Offers;
  readonly searchBox: RefObject<HTMLInputElement | null>;
}

export function FilterBar({ filters, offers, searchBox }: FilterBarProps) {
  const { request, typed, setTyped, change } = filters;
  const serviceName = useServiceName();
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const [open, setOpen] = useState(false);
  const used = [request.from, request.to, request.status, request.service].filter(Boolean).length;
  const shown = !narrow || open;
  return (
    <>
      <div className={classes.filters} role="search">
        <TextInput
          ref={searchBox}
          className={classes.search ?? ''}
          label={t('Search')}
          placeholder={t('Reference, phone number, status')}
          type="search"
          maxLength={100}
          leftSection={<SearchIcon />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {narrow ? (
          <Button
            className={classes.more ?? ''}
            variant="default"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {open ? t('Fewer filters') : used > 0 ? t('Filters ({used})', { used }) : t('Filters')}
          </Button>
        ) : null}
        {shown && offers.service ? (
          <NativeSelect
            label={t('Service')}
            value={request.service}
            data={[
              { value: '', label: t('All services') },
              ...SERVICES.map((service) => ({ value: service, label: serviceName(service) })),
            ]}
            onChange={(event) =>
              change({ service: SERVICES.find((one) => one === event.currentTarget.value) ?? '' })
            }
          />
        ) : null}
        {shown && offers.status ? (
          <NativeSelect
            label={t('Status')}
            value={request.status}
            data={[
              { value: '', label: t('Any status') },
              ...TRANSACTION_STATUSES.map((status) => ({ value: status, label: statusText(status) })),
            ]}
            onChange={(event) =>
              change({ status: TRANSACTION_STATUSES.find((one) => one === event.currentTarget.value) ?? '' })
            }
          />
        ) : null}
        {shown ? <DateFields from={request.from} to={request.to} change={change} /> : null}
      </div>
      {offers.presets ? <Presets from={request.from} to={request.to} change={change} /> : null}
    </>
  );
}

interface DaysProps {
  readonly from: string;
  readonly to: string;
  readonly change: (days: { readonly from?: string; readonly to?: string }) => void;
}

function DateFields({ from, to, change }: DaysProps) {
  const backwards = from !== '' && to !== '' && from > to;
  return (
    <>
      <TextInput
        label={t('From Date')}
        type="date"
        max={lagosToday()}
        value={from}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        label={t('To Date')}
        type="date"
        max={lagosToday()}
        value={to}
        error={backwards ? t('To Date is before From Date.') : undefined}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
    </>
  );
}

function Presets({ from, to, change }: DaysProps) {
  const presets = datePresets();
  return (
    <div className={classes.presets}>
      <Chips
        label={t('Common ranges')}
        options={presets.map(({ label }) => ({ value: label, text: label }))}
        chosen={presets.find((preset) => preset.from === from && preset.to === to)?.label ?? ''}
        onPick={(label) => {
          const preset = presets.find((one) => one.label === label);
          if (preset) change({ from: preset.from, to: preset.to });
        }}
      />
    </div>
  );
}
