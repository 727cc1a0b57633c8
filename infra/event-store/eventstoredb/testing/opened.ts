import { afterEach, beforeEach } from '@jest/globals';
import { createHash } from 'node:crypto';
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
/** Timeouts long enough that a slow machine causes no failure. */
export const PATIENT = {
  deadlineMs: PATIENCE_MS,
  appendWithinMs: PATIENCE_MS,
  openWithinMs: PATIENCE_MS,
  settleWithinMs: PATIENCE_MS,
  heartbeatMs: HOUR_MS,
};

/** Events seen by a follower. `ended` rejects with the error that ended it. */
export interface Following {
  readonly seen: RecordedEvent[];
  readonly ended: Promise<void>;
  until(count: number): Promise<RecordedEvent[]>;
  stop(): Promise<void>;
}

/** A fixture per test and stores on it, all closed afterwards. */
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
    // Releases commits that a failed test left blocked.
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

/** As printed by `follower.process.ts`. */
export async function digestOf(
  store: Pick<EventStoreDbEventStore, 'readAll'>,
  count: number,
): Promise<string> {
  const digest = createHash('sha256');
  for (const { position, id, hash } of await surely(() => store.readAll(0, count)))
    digest.update(`${position} ${id} ${hash}\n`);
  return digest.digest('hex');
}

/** Retries while the store is unavailable, which short deadlines make likely. */
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

/** Waits until `holds` or `PATIENCE_MS`. Assert afterwards, so that a failure shows the actual value. */
export async function eventually(holds: () => boolean): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!holds() && performance.now() < end) await sleep(5);
}
