import { afterAll, describe, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { EventStoreDbFixture } from '../../testing/eventstoredb-fixture/eventstoredb-fixture.js';
import { reachEventStoreDb } from '../../testing/eventstoredb-server.js';
import { describeEventStore } from '../testing/event-store.contract.js';
import type { StoreUnderTest } from '../testing/store-under-test.js';
import { openEventStoreDb } from './open-eventstoredb.js';
import { PATIENT } from './testing/opened.js';

/** EventStoreDB accepts 1 MiB per append by default, including the envelopes of 300 events. */
const LIMITS = { appendMax: 600_000 };

for (const nodes of [1, 3])
  describeEventStore(
    `EventStoreDB protocol fixture of ${nodes === 1 ? 'one host' : `${nodes} hosts`}`,
    async () => {
      const fixture = await EventStoreDbFixture.start({ nodes });
      const open = () => openEventStoreDb({ url: fixture.url, ...PATIENT });
      return { store: await open(), reopen: open, dispose: () => fixture.close() };
    },
    LIMITS,
  );

const server = await reachEventStoreDb(isReachable);

if ('missing' in server)
  describe.skip(`event store: EventStoreDB (skipped: ${server.missing})`, () => {
    it('passes the contract of EventStore', () => undefined);
  });
else {
  afterAll(() => server.stop());
  describeEventStore(`EventStoreDB from ${server.from}`, () => openOn(server.url), LIMITS);
}

/** Gives streams a new prefix, so that repeated runs can use the same server. */
async function openOn(url: string): Promise<StoreUnderTest> {
  const prefix = `contract-${randomUUID()}.`;
  const open = () => openEventStoreDb({ url, prefix, ...PATIENT });
  return { store: await open(), reopen: open, dispose: async () => undefined };
}

async function isReachable(url: string): Promise<boolean> {
  try {
    const store = await openEventStoreDb({
      url,
      prefix: `probe-${randomUUID()}.`,
      openWithinMs: 60_000,
    });
    await store.close();
    return true;
  } catch {
    return false;
  }
}
