/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope;

/** What the server writes into a message. */
interface ShownNews {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly path: string;
}

/** Browsers demand that each message is shown: one that cannot be read says no more than that something happened. */
const UNREADABLE: ShownNews = {
  title: 'Naira Ledger',
  body: 'Something happened in your wallet.',
  tag: 'unreadable',
  path: '/thistory',
};

function newsOf(data: PushMessageData | null): ShownNews {
  try {
    const { title, body, tag, path } = data?.json() as Record<keyof ShownNews, unknown>;
    if (typeof title !== 'string' || typeof body !== 'string' || typeof tag !== 'string') return UNREADABLE;
    return { title, body, tag, path: ownPath(path) };
  } catch {
    return UNREADABLE;
  }
}

/** An address of ours, whatever the message says. */
function ownPath(path: unknown): string {
  if (typeof path !== 'string' || !URL.canParse(path, self.location.origin)) return '/thistory';
  const { origin, pathname } = new URL(path, self.location.origin);
  return origin === self.location.origin ? pathname : '/thistory';
}

/** The tab that shows it already, or another one: a form that is being filled in somewhere stays. */
async function show(path: string): Promise<void> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = tabs.find(({ url }) => new URL(url).pathname === path);
  if (there) await there.focus();
  else await self.clients.openWindow(path);
}

/** Shows what the server tells while no page is open, and opens the page it is about. */
export function showNotifications(): void {
  self.addEventListener('push', (event) => {
    const { title, body, tag, path } = newsOf(event.data);
    const icon = '/icons/icon-192.png';
    event.waitUntil(self.registration.showNotification(title, { body, tag, icon, data: { path } }));
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { path } = (event.notification.data ?? {}) as { readonly path?: unknown };
    event.waitUntil(show(ownPath(path)));
  });
}
