import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import type { Inbox, InboxMessage } from './inbox.js';

export function openLmdbInbox({ dir }: { dir: string }): Inbox {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const messages = open<InboxMessage, string>({
    path: join(dir, 'inbox.mdb'),
    encoding: 'json',
    mapSize: 2 ** 36,
    overlappingSync: false,
  });
  return {
    store: async (message) => {
      await messages.put(message.id, message);
    },
    get: (id) => messages.get(id),
    prune: async (before) => {
      const old = Array.from(messages.getRange(), ({ value }) => value).filter(
        (message) => message.receivedAt < before,
      );
      await Promise.all(old.map((message) => messages.remove(message.id)));
      return old.length;
    },
    close: () => messages.close(),
  };
}
