import { afterEach, expect, it } from '@jest/globals';
import { z } from 'zod';
import { NO_STREAM } from '../../event-store/event-store.js';
import { MemoryEventStore } from '../../event-store/testing/memory-event-store.js';
import type { Projection } from '../../projections/projection.js';
import { runProjections } from '../../projections/run-projections.js';
import { type Fate, isCommand, MongoProxy } from '../../testing/mongo-proxy.js';
import { PATIENCE_MS } from '../../testing/until.js';
import { describeWithMongo } from '../../testing/with-mongo.js';
import type { ReadStoreWriter, View } from '../view.js';
import { PATIENT } from '../testing/parcels.js';
import { openMongoReadStore, openMongoWriter } from './open-mongo-read-store.js';

const tripView: View = {
  name: 'trips',
  version: 1,
  row: z.object({
    trip: z.string(),
    driver: z.string(),
    fare: z.bigint(),
    stops: z.array(z.object({ at: z.number() })),
    note: z.string().nullable(),
  }),
  key: 'trip',
  indexes: [['driver']],
  searchable: [],
};
const driverView: View = {
  name: 'drivers',
  version: 1,
  key: 'driver',
  indexes: [],
  searchable: [],
  row: z.object({ driver: z.string(), trips: z.bigint() }),
};

/** Trips begin, grow, get stops, and sometimes lose a driver's notes. */
const trips: Projection = {
  view: tripView,
  project: ({ event: { position } }) => {
    const [trip, driver] = [`t${Math.floor(position / 3)}`, `d${position % 2}`];
    const start = { trip, driver, fare: 0n, stops: [], note: `by ${driver}` };
    return [
      { op: 'add', row: start, by: { fare: BigInt(position) } },
      { op: 'push', key: trip, column: 'stops', item: { at: position } },
      ...(position % 5 === 0
        ? [{ op: 'clear' as const, where: { column: 'driver', is: driver }, columns: { note: null } }]
        : []),
    ];
  },
};
const drivers: Projection = {
  view: driverView,
  project: ({ event: { position } }) => [
    { op: 'add', row: { driver: `d${position % 2}`, trips: 0n }, by: { trips: 1n } },
  ],
};
const projections = [trips, drivers];
const views = projections.map(({ view }) => view);

const EVENTS = 40;
/** Server without transactions, with few writes per command, so that a batch needs many. */
const plain = { transactions: false, writesMax: 3 };
/** The successor waits for the lease of its predecessor, which is cut off but keeps holding it. */
const opening = { views, leaseMs: 120, patienceMs: PATIENCE_MS };
const cutOff = { views, leaseMs: 3_600_000, patienceMs: 5_000 };

/** True for messages that write rows or pointers. */
const isWrite = (message: Buffer): boolean =>
  isCommand(message, ['insert', 'update'], 's__') || isCommand(message, ['update'], 'read_model_pointers');

/** @param same number of events that every log of this test has in common */
async function tell(same = EVENTS): Promise<MemoryEventStore> {
  const store = new MemoryEventStore();
  const meta = {
    version: 1,
    at: '',
    actor: { kind: 'system', id: 't' },
    correlationId: '',
    causationId: '',
  } as const;
  const events = Array.from({ length: EVENTS }, (_, n) => ({
    ...meta,
    id: `e${n}`,
    type: 'Driven',
    data: n < same ? {} : { again: true },
  }));
  await store.append('s', NO_STREAM, events);
  return store;
}

async function project(
  writer: ReadStoreWriter,
  eventStore: MemoryEventStore,
  { to, batchMax }: { to: number; batchMax: number },
): Promise<void> {
  const stop = new AbortController();
  const running = runProjections({
    writer,
    projections,
    batchMax,
    open: () => undefined,
    signal: stop.signal,
    coalesceMs: 0,
    eventStore,
    onCommitted: ({ position }) => {
      if (position >= to) stop.abort();
    },
  });
  await running.finished;
}

const rowsOf = async (writer: ReadStoreWriter): Promise<unknown> =>
  Promise.all(
    projections.map(async ({ view }) => {
      const sort = { column: view.key, direction: 'ascending' } as const;
      return (await writer.page(view, { sort, skip: 0, limit: 100 })).rows;
    }),
  );

/** Turns retries off, so that a cut connection stays cut. */
function withoutRetries(url: string): string {
  const once = new URL(url);
  for (const option of ['retryWrites', 'retryReads']) once.searchParams.set(option, 'false');
  return once.href;
}

describeWithMongo('a batch that a crash interrupts', (mongo) => {
  const closings: Promise<void>[] = [];
  afterEach(async () => void (await Promise.all(closings.splice(0))));

  const undisturbed = async (): Promise<unknown> => {
    const writer = await openMongoWriter({ ...opening, url: mongo.databaseUrl() });
    await project(writer, await tell(), { to: EVENTS, batchMax: 1_000 });
    const rows = await rowsOf(writer);
    await writer.close();
    return rows;
  };

  /** Cuts the connection around the `nth` write of the batch 11 to 27, then finishes in batches of six. */
  const survives = async (
    nth: number,
    fate: Fate,
    guardedWrites: boolean,
  ): Promise<{ rows: unknown; wasCut: boolean; wasHalf: boolean }> => {
    const eventStore = await tell();
    const url = mongo.databaseUrl();
    const proxy = await MongoProxy.before(url);
    const traits = { ...plain, guardedWrites };
    const first = await openMongoWriter({ ...cutOff, url: withoutRetries(proxy.url), traits });
    await project(first, eventStore, { to: 10, batchMax: 10 });
    let seen = 0;
    proxy.fate = (message) => (isWrite(message) && ++seen === nth ? fate : 'pass');
    const wasCut = await project(first, eventStore, { to: 27, batchMax: 17 }).then(
      () => false,
      () => true,
    );
    await proxy.stop();
    // This `close` waits for a server that does not come back.
    closings.push(first.close());
    const second = await openMongoWriter({ ...opening, url, traits });
    const interrupted = await second.unfinished?.(tripView);
    const wasHalf = interrupted !== undefined;
    const reader = await openMongoReadStore({ url, views, ...PATIENT });
    const told = [await reader.underWay?.(tripView)];
    await project(second, eventStore, { to: EVENTS, batchMax: 6 });
    // Readers see the interrupted range too, and its end.
    told.push(await reader.underWay?.(tripView));
    await reader.close();
    expect(told).toEqual([interrupted, undefined]);
    const rows = await rowsOf(second);
    await second.close();
    return { rows, wasCut, wasHalf };
  };

  it('is applied once, cut before or after any of its writes, and with any later batching', async () => {
    const expected = await undisturbed();
    let half = 0;
    for (let nth = 1, more = true; more; nth += 1)
      for (const fate of ['cut-before', 'cut-after'] as const) {
        const { rows, wasCut, wasHalf } = await survives(nth, fate, true);
        expect({ nth, fate, rows }).toEqual({ nth, fate, rows: expected });
        if (wasHalf) half += 1;
        more = wasCut;
      }
    expect(half).toBeGreaterThan(4);
  });

  it('is not finished on a log of another history: the view is made again', async () => {
    const url = mongo.databaseUrl();
    const proxy = await MongoProxy.before(url);
    const traits = { ...plain, guardedWrites: true };
    const first = await openMongoWriter({ ...cutOff, url: withoutRetries(proxy.url), traits });
    const eventStore = await tell();
    await project(first, eventStore, { to: 10, batchMax: 10 });
    let seen = 0;
    proxy.fate = (message) => (isWrite(message) && ++seen === 3 ? 'cut-after' : 'pass');
    await expect(project(first, eventStore, { to: 27, batchMax: 17 })).rejects.toThrow();
    await proxy.stop();
    closings.push(first.close());
    const second = await openMongoWriter({ ...opening, url, traits });
    expect(await second.unfinished?.(tripView)).toMatchObject({ from: 10, to: 27 });
    // The new log is equal up to the checkpoint, and has other events in the interrupted range.
    await project(second, await tell(10), { to: EVENTS, batchMax: 6 });
    expect(await rowsOf(second)).toEqual(await undisturbed());
    await second.close();
  });

  it('is applied once where rows cannot be guarded', async () => {
    const expected = await undisturbed();
    for (const nth of [2, 3, 4]) {
      const { rows, wasHalf } = await survives(nth, 'cut-after', false);
      expect({ nth, wasHalf, rows }).toEqual({ nth, wasHalf: true, rows: expected });
    }
  });
});
