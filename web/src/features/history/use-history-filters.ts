import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { SERVICES, TRANSACTION_STATUSES } from '../../../../services/contracts/services.js';
import type { PageRequest } from '../../api/transactions.api.js';

export const PAGE_SIZES = [10, 50, 100, 500, 1000] as const;
const SEARCH_DELAY_MS = 300;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOf = (text: string | null): string => (text && DAY.test(text) ? text : '');

export interface HistoryFilters {
  readonly request: PageRequest;
  /** What stands in the search box; the request follows shortly after. */
  readonly typed: string;
  readonly setTyped: (text: string) => void;
  /** Changes a filter; anything but the page itself goes back to page 1. */
  readonly change: (change: Partial<PageRequest>) => void;
  readonly clear: () => void;
}

/** The filters of a history. They live in the address, so that reload, back and a shared link show the same list. */
export function useHistoryFilters(): HistoryFilters {
  const [params, setParams] = useSearchParams();
  const size = Number(params.get('size'));
  const request: PageRequest = {
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
    search: params.get('q') ?? '',
    size: PAGE_SIZES.find((known) => known === size) ?? 10,
    page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
    status: TRANSACTION_STATUSES.find((known) => known === params.get('status')) ?? '',
    service: SERVICES.find((known) => known === params.get('service')) ?? '',
  };
  const [typed, setTyped] = useState(request.search);
  const [settled] = useDebouncedValue(typed, SEARCH_DELAY_MS);

  const change = (next: Partial<PageRequest>): void => {
    const { from, to, search, size: rows, page, status, service } = { ...request, page: 1, ...next };
    const address = {
      service,
      status,
      from,
      to,
      q: search,
      size: rows === 10 ? '' : String(rows),
      page: page === 1 ? '' : String(page),
    };
    // Turning a page is a step one can go back from; refining a filter is not.
    const turned = next.page !== undefined;
    setParams(Object.fromEntries(Object.entries(address).filter(([, value]) => value !== '')), {
      replace: !turned,
    });
  };
  const search = useEffectEvent((text: string) => {
    if (text !== request.search) change({ search: text });
  });
  useEffect(() => search(settled.trim()), [settled]);

  const clear = (): void => {
    setTyped('');
    change({ from: '', to: '', search: '', status: '', service: '' });
  };
  return { request, typed, setTyped, change, clear };
}
