import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openLmdbKeyVault } from '../../crypto/open-lmdb-key-vault.js';
import { NO_STREAM } from '../../event-store/event-store.js';
import { openLmdbEventStore } from '../../event-store/lmdb/open-lmdb-event-store.js';
import { newEvents, newStream } from '../../event-store/testing/new-event.js';
import { openLmdbInbox } from '../../inbox/open-lmdb-inbox.js';
import { openLmdbSessions } from '../../sessions/open-lmdb-sessions.js';
import { openLmdbSnapshots } from '../../snapshots/open-lmdb-snapshots.js';

/**
 * Opens each folder in `parent` as a store, reads all of it, and writes the same values to it:
 * `node use-damaged.process.js <store> <parent>`. Prints a line per folder. Damage that LMDB meets ends the process
 * with a signal.
 */
const [store = '', parent = ''] = process.argv.slice(2);
const MANY = 400;
const numbers = <Value>(make: (n: number) => Value): Value[] =>
  Array.from({ length: MANY }, (_, n) => make(n));

/** Keys whose value differs from the stored one. */
const wrong: string[] = [];
const expectEqual = (key: string, found: unknown, stored: unknown): void => {
  if (found !== undefined && JSON.stringify(found) !== JSON.stringify(stored)) wrong.push(key);
};

const damages: string[] = [];
const onDamage = (message: string): void => void damages.push(message);

const snapshot = (n: number) => ({ n, text: 'balance '.repeat(n % 7 === 0 ? 900 : n % 50) });
const session = (n: number) => ({
  id: `session-${n}`,
  userId: `user-${n % 50}`,
  role: 'user',
  startedAt: n + 10,
  lastSeenAt: n + 10,
});
const message = (n: number) => ({
  id: `message-${n}`,
  from: 'monnify',
  receivedAt: n + 10,
  sealed: 'x'.repeat(n % 300),
});

const STORES: Readonly<Record<string, (dir: string) => Promise<void>>> = {
  async snapshots(dir) {
    const snapshots = openLmdbSnapshots({ dir, first: true, onDamage });
    for (let n = 0; n < MANY; n += 1)
      expectEqual(`wallet/${n}`, await snapshots.load(`wallet/${n}`), snapshot(n));
    await Promise.all(numbers((n) => snapshots.save(`wallet/${n}`, snapshot(n))));
    await snapshots.remove('wallet/3');
    await snapshots.close();
  },
  async sessions(dir) {
    const { sessions, tries, limits, counters, close } = openLmdbSessions({ dir, onDamage });
    for (let n = 0; n < MANY; n += 1)
      expectEqual(`session-${n}`, await sessions.get(`session-${n}`), session(n));
    await sessions.prune(5, 5);
    await Promise.all(numbers((n) => sessions.put(session(n))));
    await tries.judge('ada', false, { max: 3, locksMs: [1] }, 0);
    await limits.take('ada', { max: 3, windowMs: 1_000 });
    await counters.advance('key', 3);
    await close();
  },
  async inbox(dir) {
    const inbox = openLmdbInbox({ dir, onDamage });
    for (let n = 0; n < MANY; n += 1)
      expectEqual(`message-${n}`, await inbox.get(`message-${n}`), message(n));
    await inbox.prune(5);
    await Promise.all(numbers((n) => inbox.store(message(n))));
    await inbox.close();
  },
  async keys(dir) {
    const vault = await openLmdbKeyVault({ dir });
    // A deleted key stays deleted.
    await vault.createKeys(numbers((n) => `person-${n}`));
    for (let n = 0; n < MANY; n += 1) if (n !== 3) vault.personMac(`person-${n}`, 'text');
    await vault.forget('person-3');
    await vault.close();
  },
  async events(dir) {
    const log = await openLmdbEventStore({ dir, afterCrash: true });
    const page = await log.readAll(0, 10 * MANY);
    for (const { stream } of page) await log.readStream(stream, { from: 0, limit: 5 });
    await Promise.all(numbers(() => log.append(newStream(), NO_STREAM, newEvents(2))));
    await log.close();
  },
};

for (const name of readdirSync(parent)) {
  damages.length = 0;
  wrong.length = 0;
  let refused: string | undefined;
  try {
    await STORES[store]!(join(parent, name));
  } catch (error) {
    refused = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
  process.stdout.write(`${JSON.stringify({ name, refused, damages, wrong })}\n`);
}
