import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

/** What a list can be narrowed by, each to one of a few words. */
export type Picks = Readonly<Record<string, readonly string[]>>;

/** What every list is asked. */
interface Asked {
  readonly from: string;
  readonly to: string;
  readonly page: number;
  readonly size: number;
  readonly search: string;
}

/** Asks any list for what holds a text, whatever else narrows it. */
export const searchedFor = (search: string): Asked => ({ from: '', to: '', page: 1, size: 10, search });

/** What a list is asked: a page, a text, days (yyyy-MM-dd, both included), and one word or none of each pick. */
export type ListRequest<P extends Picks> = Asked & {
  readonly [Name in keyof P]: P[Name][number] | '';
};

/** The filters of any list, whatever it can be narrowed by. */
export interface AnyListFilters {
  readonly request: Asked;
  /** What stands for each pick; empty for any. */
  readonly picked: ReadonlyMap<string, string>;
  /** What stands in the search box; the request follows shortly after. */
  readonly typed: string;
  readonly setTyped: (text: string) => void;
  /** Changes a filter; anything but the page itself goes back to page 1. */
  readonly change: (change: Partial<Asked>) => void;
  /** Narrows by a word of a pick; an empty one is any. */
  readonly pick: (name: string, word: string) => void;
  readonly clear: () => void;
  /** Something narrows the list. */
  readonly narrowed: boolean;
}

export interface ListFilters<P extends Picks> extends Omit<AnyListFilters, 'request' | 'change'> {
  readonly request: ListRequest<P>;
  readonly change: (change: Partial<ListRequest<P>>) => void;
}

interface ListKind<P extends Picks> {
  /** How many rows a page may have; the first is meant unless another is asked for. */
  readonly sizes: readonly [number, ...number[]];
  readonly picks: P;
}

const SEARCH_DELAY_MS = 300;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOf = (text: string | null): string => (text && DAY.test(text) ? text : '');

/** The filters of a list. They live in the address, so that reload, back and a shared link show the same list. */
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
  /** The search that this list wrote into the address last, or found there. */
  const written = useRef(request.search);

  // The address is ahead of what is drawn: what was changed a moment ago is kept, and a page that was left stays left.
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
    // Turning a page is a step one can go back from; refining a filter is not.
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
  // Somebody else changed the address: Back, or a link to this very list. Compared with what is typed, letters would be lost
  // that are not in the address yet.
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
