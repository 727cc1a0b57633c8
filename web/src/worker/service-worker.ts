/// <reference lib="webworker" />
import { cleanupOutdatedCaches, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';

import { showNotifications } from './notifications.js';

declare const self: ServiceWorkerGlobalScope;

/** Files for offline use, inserted by `build-service-worker.mjs`. */
declare const OFFLINE_FILES: readonly PrecacheEntry[];

/** Entry script, whose content hash identifies a version of the app. */
declare const START_FILE: string;

/**
 * Prefix of page caches. Each app version has its own, because a page is useless offline without its files.
 */
const PAGES = 'page-';
const OWN_PAGE = `${PAGES}${START_FILE}`;

/** Seconds that `newest` waits for the server before it shows the kept page. */
const PAGE_WAIT_S = 4;

/** Paths that the worker leaves to the browser: pages that need the server, and API calls. */
const NOT_OURS =
  /^\/(?:admin|audit|verify-receipt|documentation|(?:api|services|banking|webhooks|v1)(?:\/|$)|settings\/.|openapi\.json)/;

showNotifications();
precacheAndRoute([...OFFLINE_FILES]);
cleanupOutdatedCaches();

/** True once a file of this app version was missing on the server. */
let isOutdated = false;

async function ownPage(response: Response): Promise<Response | undefined> {
  if (response.status !== 200) return undefined;
  if ((await response.clone().text()).includes(START_FILE)) return response;
  isOutdated = true;
  return undefined;
}

// All pages are the same HTML file, so one copy serves every path, with its CSP headers.
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
// Shows the stored copy at once, and looks for a new version in the background.
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

// The name of an asset has a content hash, so a loaded file never changes.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: 'parts',
    plugins: [
      {
        // After a deploy the file is gone. The page then reloads, and must get the newest version.
        fetchDidSucceed: ({ response }) => {
          isOutdated ||= response.status === 404;
          return Promise.resolve(response);
        },
      },
    ],
  }),
);

self.addEventListener('activate', (event) => {
  const remove = async (): Promise<void> => {
    const names = await caches.keys();
    // Delete 'page' too, the only cache of the first versions.
    const old = names.filter(
      (name) => ['parts', 'page'].includes(name) || (name.startsWith(PAGES) && name !== OWN_PAGE),
    );
    await Promise.all(old.map((name) => caches.delete(name)));
  };
  event.waitUntil(remove());
});

// This message follows only a person's consent to a reload, because a form may be half filled in.
self.addEventListener('message', ({ data }) => {
  if (data === 'TAKE_OVER') void self.skipWaiting();
});
