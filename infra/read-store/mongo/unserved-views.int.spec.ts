import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { connectMongo } from '../../mongo/connect-mongo.js';
import { isCommand, MongoProxy } from '../../testing/mongo-proxy.js';
import { until } from '../../testing/until.js';
import { describeWithMongo } from '../../testing/with-mongo.js';
import { parcel, parcelCountView, parcelView, put, PATIENT } from '../testing/parcels.js';
import { describeUnserved, viewsOf } from '../testing/read-store-unserved.contract.js';
import type { ReadStoreWriter, View } from '../view.js';
import { type MongoWriterOptions, openMongoReadStore, openMongoWriter } from './open-mongo-read-store.js';

const parcels = parcelView as View;
const older: readonly View[] = [parcelCountView, parcels];
const newer: readonly View[] = [parcelCountView];
/** Lease longer than any test, so that no slow writer counts as dead. */
const LEASE = { leaseMs: 3_600_000, leaseEveryMs: 100 };
/** Settings of a writer that is to take over. */
const SHORT = { leaseMs: 2_000 };

async function collectionsOf(url: string): Promise<string[]> {
  const connection = await connectMongo({ ...PATIENT, url });
  const found = await connection.db!.listCollections({}, { nameOnly: true }).toArray();
  await connection.close();
  return found.map(({ name }) => name).sort();
}

async function pointersOf(url: string): Promise<string> {
  const connection = await connectMongo({ ...PATIENT, url });
  const found = await connection.collection('read_model_pointers').find().toArray();
  await connection.close();
  return JSON.stringify(found);
}

describeWithMongo('views of other versions in MongoDB', (mongo) => {
  describeUnserved('mongo', async () => {
    const url = mongo.databaseUrl();
    return {
      openWriter: (views) => openMongoWriter({ ...PATIENT, url, views }),
      openReader: (views) => openMongoReadStore({ ...PATIENT, url, views }),
      stored: async () => viewsOf(await collectionsOf(url)),
      close: async () => undefined,
    };
  });

  let url: string;
  let proxy: MongoProxy;
  let opened: ReadStoreWriter[];
  beforeEach(async () => {
    url = mongo.databaseUrl();
    proxy = await MongoProxy.before(url);
    opened = [];
  });
  afterEach(async () => {
    // `close` waits for the server, so the proxy must heal first.
    proxy.heal();
    proxy.release();
    await Promise.all(opened.map((writer) => writer.close()));
    await proxy.stop();
  });

  const open = async (
    views: readonly View[],
    more: Partial<MongoWriterOptions> = {},
  ): Promise<ReadStoreWriter> => {
    const writer = await openMongoWriter({ ...PATIENT, ...LEASE, url, views, ...more });
    opened.push(writer);
    return writer;
  };
  const storedViews = async (): Promise<string[]> => viewsOf(await collectionsOf(url));

  it('are served while a newer version waits, and dropped when it takes over', async () => {
    const first = await open(older);
    let standby = false;
    const opening = open(newer, { onStandby: () => (standby = true) });
    await until(() => standby);
    const parked = [{ key: 'bola', since: 2, reason: 'Sent: TypeError' }];
    await first.applyAll([{ view: parcels, from: 0, to: 3, operations: [put(parcel(1))], parked }]);
    expect(await first.get(parcelView, 'p1')).toEqual(parcel(1));
    expect(await storedViews()).toEqual(['parcel_counts', 'parcels']);
    expect(await pointersOf(url)).toContain('bola');
    await first.close();
    await opening;
    expect(await storedViews()).toEqual(['parcel_counts']);
    expect(await pointersOf(url)).not.toContain('bola');
  });

  it('are not dropped by a newer version that lost its lease first', async () => {
    const first = await open(older);
    await first.apply(parcels, 0, 3, [put(parcel(1))]);
    await first.close();
    // Holds the write that removes the view, and everything after it.
    proxy.fate = (message) =>
      (isCommand(message, ['update'], 'read_model_pointers') && message.includes('serving')) ||
      proxy.holding > 0
        ? 'hold'
        : 'pass';
    const late = open(newer, { url: proxy.url }).catch((error: unknown) => error);
    await until(() => proxy.holding > 0);
    const again = await open(older, SHORT);
    proxy.release();
    expect(String(await late)).toContain('another projector');
    expect(await again.checkpoint(parcels)).toBe(3);
    expect(await again.get(parcelView, 'p1')).toEqual(parcel(1));
  });

  it('are dropped again after a late write of the older version', async () => {
    const traits = { transactions: false };
    const first = await open(older, { url: proxy.url, traits });
    proxy.fate = (message) =>
      isCommand(message, ['insert'], 'parcels__') || proxy.holding > 0 ? 'hold' : 'pass';
    const late = first.apply(parcels, 0, 3, [put(parcel(1))]).catch((error: unknown) => error);
    await until(() => proxy.holding > 0);
    await (await open(newer, { ...SHORT, traits })).close();
    expect(await storedViews()).toEqual(['parcel_counts']);
    proxy.release();
    expect(String(await late)).toContain('another projector');
    expect(await collectionsOf(url)).toContain('parcels__1');
    const again = await open(older, { traits });
    expect(await again.checkpoint(parcels)).toBe(0);
    expect(await again.get(parcelView, 'p1')).toBeUndefined();
    expect((await collectionsOf(url)).filter((name) => name.startsWith('parcels__'))).toEqual(['parcels__2']);
    await again.close();
    await (await open(newer, { traits })).close();
    expect(await storedViews()).toEqual(['parcel_counts']);
  });
});
