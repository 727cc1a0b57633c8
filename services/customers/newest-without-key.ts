import { type KeyVault, NoKey } from '../../infra/crypto/key-vault.js';
import type { EventStore } from '../../infra/event-store/event-store.js';

const PAGE = 1_000;
const PAGES_MAX = 20;

/** Returns `keys` when an older copy lacks the newest customers. */
export async function damagedKeys(
  eventStore: Pick<EventStore, 'lastPosition' | 'readAll'>,
  vault: Pick<KeyVault, 'loadKeys' | 'personMac'>,
  place: string,
  report: (line: string) => void,
): Promise<readonly string[]> {
  const keyless = await newestWithoutKey(eventStore, vault);
  if (keyless.length === 0) return [];
  report(
    `${place} has no key of ${keyless.join(', ')}, who registered last: put back the newest copy of the keys, or they cannot sign in`,
  );
  return ['keys'];
}

async function newestWithoutKey(
  eventStore: Pick<EventStore, 'lastPosition' | 'readAll'>,
  vault: Pick<KeyVault, 'loadKeys' | 'personMac'>,
): Promise<readonly string[]> {
  const erased = new Set<string>();
  let end = await eventStore.lastPosition();
  for (let pages = 0; pages < PAGES_MAX && end > 0; pages += 1) {
    const after = Math.max(0, end - PAGE);
    const page = await eventStore.readAll(after, end - after);
    const namedBy = (...types: readonly string[]): readonly string[] =>
      page.flatMap(({ type, data }) => (types.includes(type) ? [String(data['userId'])] : []));
    for (const userId of namedBy('ForgettingBegun', 'PersonForgotten')) erased.add(userId);
    const registered = namedBy('UserRegistered').filter((userId) => !erased.has(userId));
    if (registered.length > 0) {
      await vault.loadKeys(registered);
      return registered.filter((userId) => !hasKey(vault, userId));
    }
    end = after;
  }
  return [];
}

function hasKey(vault: Pick<KeyVault, 'personMac'>, userId: string): boolean {
  try {
    vault.personMac(userId, '');
    return true;
  } catch (error) {
    if (error instanceof NoKey) return false;
    throw error;
  }
}
