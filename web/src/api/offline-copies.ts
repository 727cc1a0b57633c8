import type { CallName } from '../../../services/contracts/calls.js';

/**
 * What was read last, kept on this device for when nothing can be reached: the wallet, the newest lists and receipts that were
 * looked at. Gone with the session, whoever ends it, so that the next person on the device finds nothing.
 */
const KEPT: ReadonlySet<CallName> = new Set<CallName>([
  'userData',
  'notifications',
  'siteLinks',
  'walletMovements',
  'transactions',
  'fundings',
  'transaction',
]);
const STORE = 'offline-copies';
const COPIES_MAX = 60;

const addressOf = (name: CallName, body: unknown): string =>
  `/${STORE}/${name}?${encodeURIComponent(JSON.stringify(body))}`;

export interface Copy {
  readonly data: unknown;
  /** When it was read, milliseconds since 1970. */
  readonly savedAt: number;
}

/** Keeps an answer, and forgets the oldest when there are many. A device without room keeps nothing, and that is all. */
export async function keepCopy(name: CallName, body: unknown, data: unknown): Promise<void> {
  if (!KEPT.has(name)) return;
  try {
    const store = await caches.open(STORE);
    await store.put(addressOf(name, body), Response.json({ data, savedAt: Date.now() } satisfies Copy));
    const all = await store.keys();
    await Promise.all(all.slice(0, Math.max(0, all.length - COPIES_MAX)).map((old) => store.delete(old)));
  } catch {
    return;
  }
}

export async function copyOf(name: CallName, body: unknown): Promise<Copy | undefined> {
  if (!KEPT.has(name)) return undefined;
  try {
    const found = await (await caches.open(STORE)).match(addressOf(name, body));
    return found && ((await found.json()) as Copy);
  } catch {
    return undefined;
  }
}

/** What others do with the copies. */
export interface OfflineCopies {
  readonly keepCopy: typeof keepCopy;
  readonly copyOf: typeof copyOf;
  readonly hasCopies: typeof hasCopies;
  readonly dropCopies: typeof dropCopies;
}

/** Whether somebody's data is kept here: then their pages open without a network. */
export const hasCopies = async (): Promise<boolean> =>
  (await copyOf('userData', {}).catch(() => undefined)) !== undefined;

export async function dropCopies(): Promise<void> {
  await caches.delete(STORE).catch(() => undefined);
}
