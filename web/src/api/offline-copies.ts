import type { CallName } from '../../../services/contracts/calls.js';
import { COPIES, knownHere } from './token-store.js';

/**
 * What was read last, kept on this device for when nothing can be reached: the wallet, the newest lists and receipts that were
 * looked at. Gone with the session, whoever ends it, and when somebody else logs in, so that the next person on the device finds
 * nothing.
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
const COPIES_MAX = 60;

const addressOf = (name: CallName, body: unknown): string =>
  `/${COPIES}/${name}?${encodeURIComponent(JSON.stringify(body))}`;

export interface Copy {
  readonly data: unknown;
  /** When it was read, milliseconds since 1970. */
  readonly savedAt: number;
}

/**
 * Keeps an answer, and forgets the oldest when there are many. A device without room keeps nothing, and that is all.
 * @param whose session the browser had when it was asked for: once that person has left, nothing of theirs is put back
 */
export async function keepCopy(name: CallName, body: unknown, data: unknown, whose: string): Promise<void> {
  if (!KEPT.has(name)) return;
  const address = addressOf(name, body);
  try {
    const store = await caches.open(COPIES);
    if (knownHere.who() !== whose) return;
    await store.put(address, Response.json({ data, savedAt: Date.now() } satisfies Copy));
    if (knownHere.who() !== whose) await store.delete(address);
    const all = await store.keys();
    await Promise.all(all.slice(0, Math.max(0, all.length - COPIES_MAX)).map((old) => store.delete(old)));
  } catch {
    return;
  }
}

export async function copyOf(name: CallName, body: unknown): Promise<Copy | undefined> {
  if (!KEPT.has(name)) return undefined;
  try {
    const found = await (await caches.open(COPIES)).match(addressOf(name, body));
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
}

/** Whether somebody's data is kept here: then their pages open without a network. */
export const hasCopies = async (): Promise<boolean> =>
  (await copyOf('userData', {}).catch(() => undefined)) !== undefined;
