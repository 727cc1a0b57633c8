import type { Page } from 'playwright-core';
import { ownEntry } from '../../../services/contracts/own-entry.js';
import { LOOKS, type Look } from './looks.js';
import type { Route, Viewer } from './routes.js';
import { STATES, type State } from './states.js';

/** Ids in the furnished product, for addresses with a parameter. */
export interface Examples {
  readonly delivered: string;
  readonly refunded: string;
  readonly customerId: string;
  /** Bought for the house. */
  readonly ofHouse: string;
}

export interface Shot {
  readonly route: string;
  readonly viewer: Viewer;
  readonly state: State;
  /** Name of the {@link Look}, if any. */
  readonly look?: string;
  readonly act?: (page: Page) => Promise<unknown>;
  readonly address: (examples: Examples) => string;
}

/** Example addresses of routes with a parameter. */
const EXAMPLES: Readonly<Record<string, (examples: Examples) => string>> = {
  '/receipt/:reference': ({ delivered }) => `/receipt/${delivered}`,
  '/adminbought/:reference': ({ ofHouse }) => `/adminbought/${ofHouse}`,
  '/user/:id': ({ customerId }) => `/user/${customerId}`,
  '/audit/accounts/:account': () => '/audit/accounts/opening',
  '/audit/event': () => '/audit/event?position=1',
};

/** Redirects at once. */
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

export const planOf = (routes: readonly Route[]): Shot[] =>
  routes
    .filter(({ path }) => !WITHOUT_PAGE.includes(path))
    .flatMap(({ path, viewer }) => [
      ...STATES.map((state): Shot => ({ route: path, viewer, state, address: addressOf(path) })),
      ...shotsOfLook(path, viewer, ownEntry(LOOKS, path) ?? []),
    ]);

export const nameOf = ({ route, state, look }: Shot): string =>
  `${route === '/' ? 'start' : route.slice(1).replaceAll(/[/:]+/g, '-')}.${look ?? state}`;
