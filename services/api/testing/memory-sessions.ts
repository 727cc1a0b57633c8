import type { SessionStore, StoredSession } from '../../../infra/sessions/session-store.js';

export function memorySessions(): SessionStore {
  const stored = new Map<string, StoredSession>();
  const listeners: ((id: string) => void)[] = [];
  return {
    shared: false,
    get: (id) => stored.get(id),
    put: async (session) => void stored.set(session.id, session),
    seen: async () => undefined,
    proven: async () => undefined,
    delete: async (id) => {
      if (stored.delete(id)) for (const listener of listeners) listener(id);
    },
    onDeleted: (listener) => void listeners.push(listener),
    idsOf: (userId) =>
      [...stored.values()].filter((session) => session.userId === userId).map(({ id }) => id),
    prune: async () => 0,
  };
}
