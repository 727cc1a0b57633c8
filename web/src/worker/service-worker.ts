/// <reference lib="webworker" />
import { cleanupOutdatedCaches, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';

import { showNotifications } from './notifications.js';

declare const self: ServiceWorkerGlobalScope;

/** The files of the customers' pages that open without a network: the build fills them in. */
declare const OFFLINE_FILES: readonly PrecacheEntry[];

/** Longer than this a page is not waited for: what was kept of it is shown, and the server is asked again for its data. */
const PAGE_WAIT_S = 4;

/** Pages that need the server, and addresses below which calls stand: the browser asks for them itself. */
const NOT_OURS =
  /^\/(?:admin|audit|verify-receipt|documentation|(?:api|services|banking|webhooks|v1)(?:\/|$)|settings\/.|openapi\.json)/;

showNotifications();
precacheAndRoute([...OFFLINE_FILES]);
cleanupOutdatedCaches();

// Every page of the app is the same file: one copy stands for all of them. Its headers are kept with it, so that the rules
// for scripts and styles hold for the copy too.
const pages = new NetworkFirst({
  cacheName: 'page',
  networkTimeoutSeconds: PAGE_WAIT_S,
  plugins: [
    {
      cacheKeyWillBeUsed: () => Promise.resolve('/'),
      cacheWillUpdate: ({ response }) => Promise.resolve(response.status === 200 ? response : null),
    },
  ],
});
registerRoute(new NavigationRoute(pages, { denylist: [NOT_OURS] }));

// Their names hold a digest of their content: what was loaded once never changes.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: 'parts' }),
);

self.addEventListener('activate', (event) => {
  // Parts of versions before: the new version names its own, and loads again what it shares.
  event.waitUntil(caches.delete('parts'));
});

// A new version takes over when the person agrees to load the page again, never under a form that is being filled in.
self.addEventListener('message', ({ data }) => {
  if (data === 'TAKE_OVER') void self.skipWaiting();
});
