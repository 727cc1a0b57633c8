import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Key, RangeOptions, RootDatabase } from 'lmdb';
import { type CheckedTable, checkedTable } from '../lmdb/checked-table.js';
import { type OnDamage, removeDamaged } from '../lmdb/damaged-file.js';
import { DiskSpace } from '../lmdb/disk-space.js';
import { openLmdb } from '../lmdb/open-lmdb.js';
import { EmbeddedLimits, type Counted } from '../limits/embedded-limits.js';
import type { Limits } from '../limits/limits.js';
import { EmbeddedTries, type Tries } from './embedded-tries.js';
import type { CounterStore, SessionStore, StoredSession, TriesStore } from './session-store.js';

export interface LmdbSessions {
  readonly sessions: SessionStore;
  readonly tries: TriesStore;
  readonly counters: CounterStore;
  readonly limits: Limits;
  close(): Promise<void>;
}

/** Message to the operator about a damaged file that was deleted. No event of the ledger is lost. */
const LOST = 'everyone signs in again, locks of PINs end, and limits count from zero';

export function openLmdbSessions({
  dir,
  space = new DiskSpace({ dir }),
  onDamage = () => undefined,
}: {
  readonly dir: string;
  readonly space?: DiskSpace;
  readonly onDamage?: OnDamage;
}): LmdbSessions {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, 'sessions.mdb');
  removeDamaged(path, LOST, onDamage);
  const root = openLmdb<unknown, Key>({ path, encoding: 'json', mapSize: 2 ** 34, maxDbs: 5 });
  space.guard(root);
  const table = <Value>(name: string): CheckedTable<Value> =>
    checkedTable(root.openDB<string, string>({ name, encoding: 'string' }), {
      name: `${path}, ${name}`,
      space,
      onDamage,
    });
  return {
    sessions: lmdbSessionStore(root, table('sessions'), space),
    counters: new EmbeddedCounters(table('counters')),
    tries: new EmbeddedTries(table<Tries>('tries')),
    limits: new EmbeddedLimits(table<Counted>('limits')),
    close: () => root.close(),
  };
}

function lmdbSessionStore(
  root: RootDatabase,
  sessions: CheckedTable<StoredSession>,
  space: DiskSpace,
): SessionStore {
  const byUser = root.openDB<boolean, [string, string]>({ name: 'by-user' });
  const listeners: ((id: string) => void)[] = [];
  /** Sessions whose removal is not committed yet. LMDB still returns these sessions from `get`. */
  const ending = new Set<string>();
  const get = (id: string): StoredSession | undefined => (ending.has(id) ? undefined : sessions.get(id));

  /** Removes a session from both tables in one commit. */
  const remove = async ({ id, userId }: StoredSession): Promise<void> => {
    ending.add(id);
    for (const listener of listeners) listener(id);
    await space
      .write(() =>
        root.batch(() => {
          sessions.removeInBatch(id);
          void byUser.remove([userId, id]);
        }),
      )
      .finally(() => ending.delete(id));
  };

  return {
    shared: false,
    get,
    put: async (session) => {
      await space.write(() =>
        root.batch(() => {
          sessions.putInBatch(session.id, session);
          void byUser.put([session.userId, session.id], true);
        }),
      );
    },
    seen: async (id, lastSeenAt) => {
      const session = get(id);
      if (session) await sessions.put(id, { ...session, lastSeenAt });
    },
    proven: async (id, provenAt) => {
      const session = get(id);
      if (session) await sessions.put(id, { ...session, provenAt });
    },
    delete: async (id) => {
      const session = get(id);
      if (session) await remove(session);
    },
    idsOf: (userId) => {
      const keys: RangeOptions = { start: [userId, ''], end: [userId, '\uffff'] };
      return space.read(() => Array.from(byUser.getKeys(keys), (key) => key[1]));
    },
    prune: async (lastSeenBefore, startedBefore) => {
      const ended = sessions
        .entries()
        .map(([, session]) => session)
        .filter((session) => session.lastSeenAt < lastSeenBefore || session.startedAt < startedBefore);
      await Promise.all(ended.map(remove));
      return ended.length;
    },
    onDeleted: (listener) => void listeners.push(listener),
  };
}

export interface KeptCounters {
  get(subject: string): number | undefined;
  put(subject: string, counter: number): Promise<unknown>;
}

export class EmbeddedCounters implements CounterStore {
  private readonly storing = new Map<string, number>();

  constructor(private readonly kept: KeptCounters) {}

  async advance(subject: string, to: number): Promise<boolean> {
    const noted = Math.max(this.storing.get(subject) ?? 0, this.kept.get(subject) ?? 0);
    if (to <= noted) return to === 0 && noted === 0;
    this.storing.set(subject, to);
    await this.kept.put(subject, to).finally(() => {
      if (this.storing.get(subject) === to) this.storing.delete(subject);
    });
    return true;
  }
}
