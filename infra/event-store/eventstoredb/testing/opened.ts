import { afterEach, beforeEach } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FixtureOptions } from '../../../testing/eventstoredb-fixture/eventstoredb-fixture.js';
import { EventStoreDbFixture } from '../../../testing/eventstoredb-fixture/eventstoredb-fixture.js';
import type { RecordedEvent } from '../../event-store.js';
import { AppendOutcomeUnknown, StoreUnavailable } from '../../event-store.js';
import type { EventStoreDbEventStore } from '../eventstoredb-event-store.js';
import type { OpenEventStoreDb } from '../open-eventstoredb.js';
import { openEventStoreDb } from '../open-eventstoredb.js';
import { PATIENCE_MS } from '../../../testing/until.js';

const HOUR_MS = 3_600_000;
/** Nobody gives up, nor doubts a quiet log, unless the test is about that: however slow the machine is, it is no failure. */
export const PATIENT = {
  deadlineMs: PATIENCE_MS,
  appendWithinMs: PATIENCE_MS,
  openWithinMs: PATIENCE_MS,
  settleWithinMs: PATIENCE_MS,
  heartbeatMs: HOUR_MS,
};

/** What a follower has seen until now. `ended` rejects with what it was thrown. */
export interface Following {
  readonly seen: RecordedEvent[];
  readonly ended: Promise<void>;
  until(count: number): Promise<RecordedEvent[]>;
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
    // What a test that failed has left waiting is not waited for.
    fixture.commits.release();
    await fixture.acceptConnections();
    await Promise.all(stores.map((store) => store.close()));
    stores = [];
    await fixture.close();
  });
  return {
    get fixture() {
      return fixture;
    },
    async open(more = {}) {
      const store = await openEventStoreDb({ url: fixture.url, ...PATIENT, ...more });
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
    async until(count) {
      await eventually(() => seen.length >= count);
      return seen;
    },
    async stop() {
      stop.abort();
      await ended;
    },
  };
}

/** Asks again, the same, until the store answers: with short deadlines it may be away for a moment, or seem to be. */
export async function surely<T>(ask: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + PATIENCE_MS; ;)
    try {
      return await ask();
    } catch (error) {
      const passes = error instanceof AppendOutcomeUnknown || error instanceof StoreUnavailable;
      if (!passes || performance.now() > end) throw error;
      await sleep(5);
    }
}

/** Resolves as soon as it holds; what was waited for is asserted afterwards, so that a failure shows what there is. */
export async function eventually(holds: () => boolean): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!holds() && performance.now() < end) await sleep(5);
}
