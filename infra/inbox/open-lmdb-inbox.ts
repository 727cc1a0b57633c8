import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkedTable } from '../lmdb/checked-table.js';
import { type OnDamage, putDamagedAside, removeAside } from '../lmdb/damaged-file.js';
import { DiskSpace } from '../lmdb/disk-space.js';
import { openLmdb } from '../lmdb/open-lmdb.js';
import type { Inbox, InboxMessage } from './inbox.js';

const LOST = 'no payment is lost, but the copies of received webhooks are in the file that was put aside';

export function openLmdbInbox({
  dir,
  space = new DiskSpace({ dir }),
  onDamage = () => undefined,
}: {
  readonly dir: string;
  readonly space?: DiskSpace;
  readonly onDamage?: OnDamage;
}): Inbox {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, 'inbox.mdb');
  putDamagedAside(path, LOST, onDamage);
  const root = openLmdb<string, string>({ path, encoding: 'string', mapSize: 2 ** 36 });
  space.guard(root);
  const messages = checkedTable<InboxMessage>(root, { name: path, space, onDamage });
  return {
    store: (message) => messages.put(message.id, message),
    get: (id) => messages.get(id),
    prune: async (before) => {
      const old = messages.entries().filter(([, { receivedAt }]) => receivedAt < before);
      await Promise.all(old.map(([id]) => messages.remove(id)));
      removeAside(path, before);
      return old.length;
    },
    close: () => root.close(),
  };
}
