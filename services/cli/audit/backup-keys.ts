import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { copyLmdbKeyVault, openLmdbKeyVault } from '../../../infra/crypto/open-lmdb-key-vault.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';

const PAGE = 1_000;
const VAULT = 'vault';

/**
 * Call after `copyLmdbLedger`. The key of a person is made before the person's first event, so no key of a
 * copied event is missing.
 */
export async function copySecrets(secretsDir: string, to: string): Promise<void> {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  await copyLmdbKeyVault(join(secretsDir, VAULT), join(to, VAULT));
  for (const name of readdirSync(secretsDir))
    if (name !== VAULT) cpSync(join(secretsDir, name), join(to, name), { recursive: true });
}

/** Counts the customers whose key is missing, except customers whose erasure has begun. */
export async function peopleWithoutKey(
  eventStore: Pick<EventStore, 'readAll'>,
  keysDir: string,
): Promise<number> {
  const vault = await openLmdbKeyVault({ dir: keysDir, readOnly: true });
  const missing = new Set<string>();
  try {
    for (let after = 0; ;) {
      const page = await eventStore.readAll(after, PAGE);
      for (const { type, data } of page) {
        const userId = String(data['userId']);
        if (type === 'UserRegistered' && vault.open(userId, String(data['sealed'])) === undefined)
          missing.add(userId);
        if (type === 'ForgettingBegun' || type === 'PersonForgotten') missing.delete(userId);
      }
      const last = page.at(-1);
      if (!last) return missing.size;
      after = last.position;
    }
  } finally {
    await vault.close();
  }
}
