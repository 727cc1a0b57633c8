/// <reference lib="webworker" />
import { ownEntry } from '../../../services/contracts/own-entry.js';
import { msg } from '../languages/language.js';
import { keptLanguage } from './kept-language.js';

declare const self: ServiceWorkerGlobalScope;

interface ShownNews {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly path: string;
}

/** Translations of the text `UNREADABLE` by language. The build inserts them. */
declare const UNREADABLE_TEXTS: Readonly<Record<string, string>>;
const UNREADABLE = msg('Something happened in your wallet.') as unknown as string;

/**
 * Notification for a push message that cannot be read. Browsers require a notification for every push
 * message.
 */
async function unreadable(): Promise<ShownNews> {
  const language = await keptLanguage().catch(() => '');
  const body = ownEntry(UNREADABLE_TEXTS, language) ?? UNREADABLE;
  return { title: body, body: '', tag: 'unreadable', path: '/thistory' };
}

async function newsOf(data: PushMessageData | null): Promise<ShownNews> {
  try {
    const { title, body, tag, path } = data?.json() as Record<keyof ShownNews, unknown>;
    if (typeof title !== 'string' || typeof body !== 'string' || typeof tag !== 'string')
      return await unreadable();
    return { title, body, tag, path: ownPath(path) };
  } catch {
    return unreadable();
  }
}

/**
 * Returns the path of an address on this origin. For any other address, returns the path of the history page.
 */
function ownPath(path: unknown): string {
  if (typeof path !== 'string' || !URL.canParse(path, self.location.origin)) return '/thistory';
  const { origin, pathname } = new URL(path, self.location.origin);
  return origin === self.location.origin ? pathname : '/thistory';
}

/**
 * Focuses the tab that shows `path`, or opens a new tab. Leaves all other tabs alone, because a form in them
 * may be half filled in.
 */
async function show(path: string): Promise<void> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = tabs.find(({ url }) => new URL(url).pathname === path);
  if (there) await there.focus();
  else await self.clients.openWindow(path);
}

export function showNotifications(): void {
  self.addEventListener('push', (event) => {
    const shown = newsOf(event.data).then(({ title, body, tag, path }) =>
      self.registration.showNotification(title, {
        body,
        tag,
        icon: '/icons/icon-192.png',
        data: { path },
      }),
    );
    event.waitUntil(shown);
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { path } = (event.notification.data ?? {}) as { readonly path?: unknown };
    event.waitUntil(show(ownPath(path)));
  });
}
