import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import type { SessionStore, StoredSession, Tries, TriesStore } from './session-store.js';

export interface LmdbSessions {
  readonly sessions: SessionStore;
  readonly tries: TriesStore;
  close(): Promise<void>;
}

/** Sessions and wrong tries of a standalone process, in one LMDB environment at `dir`. */
export function openLmdbSessions({ dir }: { dir: string }): LmdbSessions {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const root = open({
    ...{ path: join(dir, 'sessions.mdb'), encoding: 'json', mapSize: 2 ** 34, maxDbs: 3 },
    overlappingSync: false,
  });
  const sessions = root.openDB<StoredSession, string>({ name: 'sessions' });
  const byUser = root.openDB<boolean, [string, string]>({ name: 'by-user' });
  const triesDb = root.openDB<Tries, string>({ name: 'tries' });
  const tries = new Map(Array.from(triesDb.getRange(), ({ key, value }) => [key, value] as const));

  /** Several writes made in the same turn become durable together. */
  const remove = async (session: StoredSession): Promise<void> => {
    await Promise.all([sessions.remove(session.id), byUser.remove([session.userId, session.id])]);
  };

  return {
    sessions: {
      get: (id) => sessions.get(id),
      put: async (session) => {
        await Promise.all([
          sessions.put(session.id, session),
          byUser.put([session.userId, session.id], true),
        ]);
      },
      delete: async (id) => {
        const session = sessions.get(id);
        if (session) await remove(session);
      },
      idsOf: (userId) =>
        Array.from(byUser.getKeys({ start: [userId, ''], end: [userId, '\uffff'] }), (key) => key[1]),
      prune: async (lastSeenBefore, startedBefore) => {
        const ended = Array.from(sessions.getRange(), ({ value }) => value).filter(
          (session) => session.lastSeenAt < lastSeenBefore || session.startedAt < startedBefore,
        );
        await Promise.all(ended.map(remove));
        return ended.length;
      },
    },
    tries: {
      get: (subject) => tries.get(subject),
      set: async (subject, value) => {
        tries.set(subject, value);
        await triesDb.put(subject, value);
      },
      clear: async (subject) => {
        if (tries.delete(subject)) await triesDb.remove(subject);
      },
    },
    close: () => root.close(),
  };
}
