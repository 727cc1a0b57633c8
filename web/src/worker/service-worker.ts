/// <reference lib="webworker" />
import { cleanupOutdatedCaches, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';

import { showNotifications } from './notifications.js';

declare const self: ServiceWorkerGlobalScope;

/** Files that the app needs offline. `build-service-worker.mjs` inserts them. */
declare const OFFLINE_FILES: readonly PrecacheEntry[];

/**
 * Name of the entry script. Each version of the app has a different name, because the name contains a content
 * hash.
 */
declare const START_FILE: string;

/**
 * Prefix for the names of page caches. Each version of the app has a cache of its own, because a page of one
 * version does not work with the files of another.
 */
const PAGES = 'page-';
const OWN_PAGE = `${PAGES}${START_FILE}`;

/** Seconds to wait for the server before showing the stored page. */
const PAGE_WAIT_S = 4;

/**
 * Matches paths that the service worker does not handle. These are pages that need the server, and API calls.
 */
const NOT_OURS =
  /^\/(?:admin|audit|verify-receipt|documentation|(?:api|services|banking|webhooks|v1)(?:\/|$)|settings\/.|openapi\.json)/;

showNotifications();
precacheAndRoute([...OFFLINE_FILES]);
cleanupOutdatedCaches();

/** True once the server no longer has this version of the app. */
let isOutdated = false;

async function ownPage(response: Response): Promise<Response | undefined> {
  if (response.status !== 200) return undefined;
  if ((await response.clone().text()).includes(START_FILE)) return response;
  isOutdated = true;
  return undefined;
}

// Store a single page with its CSP headers for all paths, because all pages of the app are the same HTML
// file.
const keeping = {
  cacheName: OWN_PAGE,
  plugins: [
    {
      cacheKeyWillBeUsed: () => Promise.resolve('/'),
      cacheWillUpdate: async ({ response }: { readonly response: Response }) =>
        (await ownPage(response)) ?? null,
    },
  ],
};
// Shows the stored page at once. Looks for a newer page in the background.
const kept = new StaleWhileRevalidate(keeping);
const newest = new NetworkFirst({ ...keeping, networkTimeoutSeconds: PAGE_WAIT_S });
registerRoute(
  new NavigationRoute((page) => (isOutdated ? newest : kept).handle(page), { denylist: [NOT_OURS] }),
);

self.addEventListener('install', (event) => {
  const keep = async (): Promise<void> => {
    const page = await ownPage(await fetch('/', { cache: 'no-cache' }));
    if (page) await (await caches.open(OWN_PAGE)).put('/', page);
  };
  event.waitUntil(keep());
});

// The name of an asset contains a content hash, so its content never changes.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: 'parts',
    plugins: [
      {
        // Status 404 means that a deploy has removed the file. The next load of the page must then get the
        // newest version.
        fetchDidSucceed: ({ response }) => {
          isOutdated ||= response.status === 404;
          return Promise.resolve(response);
        },
      },
    ],
  }),
);

// Reload these files in the background at each use, because the server makes them from the brand.
registerRoute(
  ({ url, sameOrigin }) =>
    sameOrigin &&
    /^\/(?:favicon\.svg|manifest\.webmanifest|icons\/[\w-]+\.png|logo-\w+\.png)$/.test(url.pathname),
  new StaleWhileRevalidate({ cacheName: 'brand' }),
);

self.addEventListener('activate', (event) => {
  const remove = async (): Promise<void> => {
    const names = await caches.keys();
    // Delete the cache 'page', too. The first versions of the app had only this cache.
    const old = names.filter(
      (name) => ['parts', 'page'].includes(name) || (name.startsWith(PAGES) && name !== OWN_PAGE),
    );
    await Promise.all(old.map((name) => caches.delete(name)));
  };
  event.waitUntil(remove());
});

// The app asks only after the person has agreed to a reload, because a form may be half filled in.
self.addEventListener('message', ({ data }) => {
  if (data === 'TAKE_OVER') void self.skipWaiting();
});
