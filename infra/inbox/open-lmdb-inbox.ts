import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import { DiskSpace } from '../lmdb/disk-space.js';
import type { Inbox, InboxMessage } from './inbox.js';

export function openLmdbInbox({
  dir,
  space = new DiskSpace({ dir }),
}: {
  readonly dir: string;
  readonly space?: DiskSpace;
}): Inbox {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const messages = open<InboxMessage, string>({
    path: join(dir, 'inbox.mdb'),
    encoding: 'json',
    mapSize: 2 ** 36,
    overlappingSync: false,
  });
  return {
    store: async (message) => {
      await space.write(() => messages.put(message.id, message));
    },
    get: (id) => messages.get(id),
    prune: async (before) => {
      const old = Array.from(messages.getRange(), ({ value }) => value).filter(
        (message) => message.receivedAt < before,
      );
      await space.write(() => Promise.all(old.map((message) => messages.remove(message.id))));
      return old.length;
    },
    close: () => messages.close(),
  };
}
