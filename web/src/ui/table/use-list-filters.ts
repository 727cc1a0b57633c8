import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

export type Picks = Readonly<Record<string, readonly string[]>>;

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly page: number;
  readonly size: number;
  readonly search: string;
}

export const searchedFor = (search: string): Asked => ({ from: '', to: '', page: 1, size: 10, search });

/** `from` and `to` are days (yyyy-MM-dd). Both days are included. */
export type ListRequest<P extends Picks> = Asked & {
  readonly [Name in keyof P]: P[Name][number] | '';
};

export interface AnyListFilters {
  readonly request: Asked;
  /** Chosen value of each filter. Empty when any value is allowed. */
  readonly picked: ReadonlyMap<string, string>;
  readonly typed: string;
  readonly setTyped: (text: string) => void;
  readonly change: (change: Partial<Asked>) => void;
  readonly pick: (name: string, word: string) => void;
  readonly clear: () => void;
  readonly narrowed: boolean;
}

export interface ListFilters<P extends Picks> extends Omit<AnyListFilters, 'request' | 'change'> {
  readonly request: ListRequest<P>;
  readonly change: (change: Partial<ListRequest<P>>) => void;
}

interface ListKind<P extends Picks> {
  /** Page sizes from which the person can choose. The first size is the default. */
  readonly sizes: readonly [number, ...number[]];
  readonly picks: P;
}

const SEARCH_DELAY_MS = 300;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOf = (text: string | null): string => (text && DAY.test(text) ? text : '');

/**
 * Stores the filters in the address of the page, so that a reload, Back and a shared link show the
 * same list.
 */
export function useListFilters<const P extends Picks>({ sizes, picks }: ListKind<P>): ListFilters<P> {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const words = new Map<string, readonly string[]>(Object.entries(picks));
  const wordOf = (name: string, asked: string | null): string =>
    words.get(name)?.find((word) => word === asked) ?? '';
  const pickedIn = (address: URLSearchParams): ReadonlyMap<string, string> =>
    new Map([...words.keys()].map((name) => [name, wordOf(name, address.get(name))]));
  const requestIn = (address: URLSearchParams): ListRequest<P> => {
    const size = Number(address.get('size'));
    return {
      from: dayOf(address.get('from')),
      to: dayOf(address.get('to')),
      search: address.get('q') ?? '',
      size: sizes.find((known) => known === size) ?? sizes[0],
      page: Math.max(1, Math.floor(Number(address.get('page'))) || 1),
      ...Object.fromEntries(pickedIn(address)),
    } as ListRequest<P>;
  };
  const picked = pickedIn(params);
  const request = requestIn(params);
  const [typed, setTyped] = useState(request.search);
  const written = useRef(request.search);

  // The rendered `params` may be older, and a second quick change would then undo the first.
  const newest = (): ListRequest<P> => requestIn(new URLSearchParams(window.location.search));
  const change = (next: Partial<ListRequest<P>>): void => {
    if (window.location.pathname !== pathname) return;
    const asked: ListRequest<P> = { ...newest(), page: 1, ...next };
    const { from, to, search, size: rows, page }: Asked = asked;
    const address = {
      ...Object.fromEntries(Object.entries(asked).filter(([name]) => words.has(name))),
      from,
      to,
      q: search,
      size: rows === sizes[0] ? '' : String(rows),
      page: page === 1 ? '' : String(page),
    };
    // Add a history entry when the person turns to another page. Replace the current entry when a
    // filter changes.
    const turned = next.page !== undefined;
    setParams(Object.fromEntries(Object.entries(address).filter(([, value]) => value !== '')), {
      replace: !turned,
    });
  };
  const search = useEffectEvent((text: string) => {
    if (text === newest().search) return;
    written.current = text;
    change({ search: text } as Partial<ListRequest<P>>);
  });
  useEffect(() => {
    const soon = setTimeout(() => search(typed.trim()), SEARCH_DELAY_MS);
    return () => clearTimeout(soon);
  }, [typed]);
  // Follow changes of the address that were not made here, such as Back.
  const follow = useEffectEvent(() => {
    const { search: found } = newest();
    if (found === written.current) return;
    written.current = found;
    setTyped(found);
  });
  useEffect(() => follow(), [request.search]);

  const pick = (name: string, word: string): void =>
    change({ [name]: wordOf(name, word) } as Partial<ListRequest<P>>);
  const clear = (): void => {
    setTyped('');
    const nothing = Object.fromEntries([...words.keys()].map((name) => [name, '']));
    change({ from: '', to: '', search: '', ...nothing } as Partial<ListRequest<P>>);
  };
  const narrowed = [request.search, request.from, request.to, ...picked.values()].some(Boolean);
  return { request, picked, typed, setTyped, change, pick, clear, narrowed };
}
