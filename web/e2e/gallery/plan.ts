import type { Page } from 'playwright-core';
import { ownEntry } from '../../../services/contracts/own-entry.js';
import { LOOKS, type Look } from './looks.js';
import type { Route, Viewer } from './routes.js';
import { STATES, type State } from './states.js';

/** What the gallery found in the product that it looks at, for addresses that name something. */
export interface Examples {
  readonly delivered: string;
  readonly refunded: string;
  readonly customerId: string;
  /** Bought for the house. */
  readonly ofHouse: string;
}

/** One view of a page, taken at every width and in both themes. */
export interface Shot {
  readonly route: string;
  readonly viewer: Viewer;
  readonly state: State;
  /** What else was done before it was taken, by name. */
  readonly look?: string;
  readonly act?: (page: Page) => Promise<unknown>;
  readonly address: (examples: Examples) => string;
}

/** Addresses that name something, with an example of it. */
const EXAMPLES: Readonly<Record<string, (examples: Examples) => string>> = {
  '/receipt/:reference': ({ delivered }) => `/receipt/${delivered}`,
  '/adminbought/:reference': ({ ofHouse }) => `/adminbought/${ofHouse}`,
  '/user/:id': ({ customerId }) => `/user/${customerId}`,
  '/audit/accounts/:account': () => '/audit/accounts/opening',
  '/audit/event': () => '/audit/event?position=1',
};

/** Leads away at once: there is nothing to look at. */
const WITHOUT_PAGE = ['/logout'];

function addressOf(path: string): Shot['address'] {
  const example = ownEntry(EXAMPLES, path);
  if (example) return example;
  if (path.includes(':'))
    throw new Error(`The gallery has no example for ${path}: it needs one in EXAMPLES.`);
  return () => path;
}

const shotsOfLook = (route: string, viewer: Viewer, looks: readonly Look[]): Shot[] =>
  looks.map(({ name, act, address, state = 'full' }) => ({
    route,
    viewer,
    state,
    look: name,
    address: address ?? addressOf(route),
    ...(act && { act }),
  }));

/** All that is looked at: each page in each state, then what its own looks show. */
export const planOf = (routes: readonly Route[]): Shot[] =>
  routes
    .filter(({ path }) => !WITHOUT_PAGE.includes(path))
    .flatMap(({ path, viewer }) => [
      ...STATES.map((state): Shot => ({ route: path, viewer, state, address: addressOf(path) })),
      ...shotsOfLook(path, viewer, ownEntry(LOOKS, path) ?? []),
    ]);

export const nameOf = ({ route, state, look }: Shot): string =>
  `${route === '/' ? 'start' : route.slice(1).replaceAll(/[/:]+/g, '-')}.${look ?? state}`;
