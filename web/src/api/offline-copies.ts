import type { CallName } from '../../../services/contracts/calls.js';
import { SESSION_ENDS } from '../../../services/contracts/wire-names.js';
import { cookieOf } from './call.js';
import { COPIES, dropCopies, knownHere } from './token-store.js';

/** Names of calls whose answers are stored, so that customers can read them offline. */
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
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

/** Deletes the oldest answer when there are more than `COPIES_MAX`. */
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

/** Finds a stored answer. Once the session has ended, deletes all answers and calls `ended` for open tabs. */
export async function copyOf(name: CallName, body: unknown, ended?: () => void): Promise<Copy | undefined> {
  if (!KEPT.has(name)) return undefined;
  try {
    if (Date.now() >= Number(cookieOf(SESSION_ENDS)) * 1_000) {
      ended?.();
      await dropCopies();
      return undefined;
    }
    const found = await (await caches.open(COPIES)).match(addressOf(name, body));
    return found && ((await found.json()) as Copy);
  } catch {
    return undefined;
  }
}

export interface OfflineCopies {
  readonly keepCopy: typeof keepCopy;
  readonly copyOf: typeof copyOf;
  readonly hasCopies: typeof hasCopies;
}

/** True when an answer of `userData` is stored. The app can then open without a network. */
export const hasCopies = async (): Promise<boolean> =>
  (await copyOf('userData', {}).catch(() => undefined)) !== undefined;
