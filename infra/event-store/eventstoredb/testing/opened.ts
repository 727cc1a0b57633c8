import { afterEach, beforeEach } from '@jest/globals';
import type { FixtureOptions } from '../../../testing/eventstoredb-fixture/eventstoredb-fixture.js';
import { EventStoreDbFixture } from '../../../testing/eventstoredb-fixture/eventstoredb-fixture.js';
import type { RecordedEvent } from '../../event-store.js';
import type { EventStoreDbEventStore } from '../eventstoredb-event-store.js';
import type { OpenEventStoreDb } from '../open-eventstoredb.js';
import { openEventStoreDb } from '../open-eventstoredb.js';

/** Short enough for a test, long enough for a busy machine. */
const HEARTBEAT_MS = 300;

/** What a follower has seen until now. `ended` rejects with what it was thrown. */
export interface Following {
  readonly seen: RecordedEvent[];
  readonly ended: Promise<void>;
  until(count: number, timeoutMs?: number): Promise<RecordedEvent[]>;
  stop(): Promise<void>;
}

/** A fixture for each test and stores on it, all closed afterwards. */
export function useFixture(options: FixtureOptions = {}): {
  readonly fixture: EventStoreDbFixture;
  open(more?: Partial<OpenEventStoreDb>): Promise<EventStoreDbEventStore>;
} {
  let fixture: EventStoreDbFixture;
  let stores: EventStoreDbEventStore[] = [];
  beforeEach(async () => {
    fixture = await EventStoreDbFixture.start(options);
  });
  afterEach(async () => {
    await fixture.acceptConnections();
    fixture.resumeConnections();
    await Promise.all(stores.map((store) => store.close()));
    stores = [];
    await fixture.close();
  });
  return {
    get fixture() {
      return fixture;
    },
    async open(more = {}) {
      const store = await openEventStoreDb({ url: fixture.url, heartbeatMs: HEARTBEAT_MS, ...more });
      stores.push(store);
      return store;
    },
  };
}

export function startFollowing(
  store: Pick<EventStoreDbEventStore, 'follow'>,
  after = 0,
  handle: (event: RecordedEvent) => Promise<void> = async () => undefined,
): Following {
  const stop = new AbortController();
  const seen: RecordedEvent[] = [];
  const ended = (async () => {
    for await (const batch of store.follow({ after, signal: stop.signal }))
      for (const event of batch) {
        await handle(event);
        seen.push(event);
      }
  })();
  ended.catch(() => undefined);
  return {
    seen,
    ended,
    async until(count, timeoutMs) {
      await eventually(() => seen.length >= count, timeoutMs);
      return seen;
    },
    async stop() {
      stop.abort();
      await ended;
    },
  };
}

/** Resolves as soon as it holds; what was waited for is asserted afterwards, so that a failure shows what there is. */
export async function eventually(holds: () => boolean, timeoutMs = 30_000): Promise<void> {
  const until = performance.now() + timeoutMs;
  while (!holds() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
}
