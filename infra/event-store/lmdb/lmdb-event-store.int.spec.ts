import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import type { EventStore } from '../event-store.js';
import { describeEventStore } from '../testing/event-store.contract.js';
import type { StoreUnderTest } from '../testing/store-under-test.js';
import { forwardingEventStore, serveAppends } from './forward-appends.js';
import { openLmdbEventStore } from './open-lmdb-event-store.js';

const newDir = (): string => mkdtempSync(join(tmpdir(), 'event-store-'));
const remove = (dir: string): void => rmSync(dir, { recursive: true, force: true });

describeEventStore('LMDB', async () => {
  const dir = newDir();
  return {
    store: await openLmdbEventStore({ dir }),
    reopen: () => openLmdbEventStore({ dir }),
    dispose: async () => remove(dir),
  };
});

describeEventStore('LMDB, its index never more than three events behind', async () => {
  const dir = newDir();
  const openLmdb = () => openLmdbEventStore({ dir, unindexedMax: 3 });
  return { store: await openLmdb(), reopen: openLmdb, dispose: async () => remove(dir) };
});

describeEventStore('LMDB, appending through another port', async () => {
  const dir = newDir();
  const writers: EventStore[] = [];
  async function openForwarding(): Promise<EventStore> {
    for (const writer of writers.splice(0)) await writer.close();
    const writer = await openLmdbEventStore({ dir });
    writers.push(writer);
    const { port1, port2 } = new MessageChannel();
    serveAppends(writer, port1);
    return forwardingEventStore(await openLmdbEventStore({ dir, readOnly: true }), port2);
  }
  const tested: StoreUnderTest = {
    store: await openForwarding(),
    reopen: openForwarding,
    async dispose() {
      for (const writer of writers) await writer.close();
      remove(dir);
    },
  };
  return tested;
});
