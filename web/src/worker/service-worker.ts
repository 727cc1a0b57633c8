/// <reference lib="webworker" />
import { cleanupOutdatedCaches, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';

import { showNotifications } from './notifications.js';

declare const self: ServiceWorkerGlobalScope;

/** The files of the customers' pages that open without a network: the build fills them in. */
declare const OFFLINE_FILES: readonly PrecacheEntry[];

/** The file that every page starts with, named by its content: pages of one version name the same one. */
declare const START_FILE: string;

/** Each version has a copy of its own: a page whose files are not kept would be of no use without a network. */
const PAGES = 'page-';
const OWN_PAGE = `${PAGES}${START_FILE}`;

/** Longer than this a newer page is not waited for: the copy is shown, and the server is asked again for its data. */
const PAGE_WAIT_S = 4;

/** Pages that need the server, and addresses below which calls stand: the browser asks for them itself. */
const NOT_OURS =
  /^\/(?:admin|audit|verify-receipt|documentation|(?:api|services|banking|webhooks|v1)(?:\/|$)|settings\/.|openapi\.json)/;

showNotifications();
precacheAndRoute([...OFFLINE_FILES]);
cleanupOutdatedCaches();

/** Whether the server has another version by now. Forgotten with the worker, and learnt again at the next page. */
let isOutdated = false;

/** Undefined for what is no page of this version. */
async function ownPage(response: Response): Promise<Response | undefined> {
  if (response.status !== 200) return undefined;
  if ((await response.clone().text()).includes(START_FILE)) return response;
  isOutdated = true;
  return undefined;
}

// Every page of the app is the same file: one copy stands for all of them. Its headers are kept with it, so that the rules
// for scripts and styles hold for the copy too.
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
// The copy is shown at once, and the server asked meanwhile whether there is another version: a slow line costs nothing.
const kept = new StaleWhileRevalidate(keeping);
// Of an old version the server no longer has the parts that were never loaded.
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

// Their names hold a digest of their content: what was loaded once never changes.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: 'parts',
    plugins: [
      {
        // One that is gone has the page loaded again, which then has to be the newest.
        fetchDidSucceed: ({ response }) => {
          isOutdated ||= response.status === 404;
          return Promise.resolve(response);
        },
      },
    ],
  }),
);

self.addEventListener('activate', (event) => {
  // Pages and parts of versions before: the new version names its own, and loads again what it shares.
  const remove = async (): Promise<void> => {
    const names = await caches.keys();
    // The first versions had one copy for all, named 'page'.
    const old = names.filter(
      (name) => ['parts', 'page'].includes(name) || (name.startsWith(PAGES) && name !== OWN_PAGE),
    );
    await Promise.all(old.map((name) => caches.delete(name)));
  };
  event.waitUntil(remove());
});

// A new version takes over when the person agrees to load the page again, never under a form that is being filled in.
self.addEventListener('message', ({ data }) => {
  if (data === 'TAKE_OVER') void self.skipWaiting();
});
