import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { isCommand, MongoProxy } from '../../testing/mongo-proxy.js';
import { describeWithMongo } from '../../testing/with-mongo.js';
import { parcelCountView } from '../testing/parcels.js';
import type { Operation, ReadStoreWriter, View } from '../view.js';
import { type MongoWriterOptions, openMongoWriter } from './open-mongo-read-store.js';

const views: readonly View[] = [parcelCountView];
/** No machine is so crowded that a living holder cannot renew in this time. */
const LEASE_MS = 2_000;
const counted = (owner: string, by: bigint): Operation => ({
  op: 'add',
  row: { owner, parcels: 0n, last: null },
  by: { parcels: by },
});

async function until(holds: () => boolean): Promise<void> {
  for (const end = performance.now() + 40_000; !holds(); await sleep(10))
    if (performance.now() > end) throw new Error('not within 40 s');
}

describeWithMongo('one projector at a time', (mongo) => {
  let url: string;
  let proxy: MongoProxy;
  let opened: ReadStoreWriter[];
  beforeEach(async () => {
    url = mongo.databaseUrl();
    proxy = await MongoProxy.before(url);
    opened = [];
  });
  afterEach(async () => {
    proxy.cut();
    await Promise.all(opened.map((writer) => writer.close()));
    await proxy.stop();
  });

  const open = async (at: string, more: Partial<MongoWriterOptions> = {}): Promise<ReadStoreWriter> => {
    const writer = await openMongoWriter({ url: at, views, leaseMs: LEASE_MS, patienceMs: 2_000, ...more });
    opened.push(writer);
    return writer;
  };
  const parcels = async (writer: ReadStoreWriter, owner: string): Promise<unknown> =>
    (await writer.get(parcelCountView, owner))?.['parcels'];

  it('lets a second wait while the first lives', async () => {
    const first = await open(url);
    await first.apply(parcelCountView, 0, 5, [counted('ada', 1n)]);
    let standby = false;
    let second: ReadStoreWriter | undefined;
    const opening = open(url, { onStandby: () => (standby = true) }).then((writer) => (second = writer));
    await until(() => standby);
    await sleep(LEASE_MS * 3);
    expect(second).toBeUndefined();
    expect(first.lost?.aborted).toBe(false);
    await first.close();
    await opening;
    expect(await second?.checkpoint(parcelCountView)).toBe(5);
  });

  it('lets a second go on when the first ends, long before its time would be up', async () => {
    const first = await open(url);
    let standby = false;
    const opening = open(url, { leaseMs: 30_000, onStandby: () => (standby = true) });
    await until(() => standby);
    const endedAt = performance.now();
    await first.close();
    await opening;
    expect(performance.now() - endedAt).toBeLessThan(25_000);
  });

  it('ends the waiting when told to', async () => {
    await open(url);
    const stop = new AbortController();
    const waiting = open(url, { signal: stop.signal, onStandby: () => stop.abort() });
    await expect(waiting).rejects.toThrow(/abort/i);
  });

  it('gives the office to one of many who want it', async () => {
    let inOffice = 0;
    const openings = [1, 2, 3, 4].map(async () => {
      const writer = await open(url);
      inOffice += 1;
      return writer;
    });
    await until(() => inOffice === 1);
    await sleep(LEASE_MS);
    expect(inOffice).toBe(1);
    for (const _ of openings) {
      const holder = opened.at(-1)!;
      await holder.apply(parcelCountView, opened.length - 1, opened.length, [counted('ada', 1n)]);
      await holder.close();
      const before = opened.length;
      await until(() => opened.length > before || before === openings.length);
    }
    await Promise.all(openings);
    const last = await open(url);
    expect(await parcels(last, 'ada')).toBe(4n);
  });

  it('takes over from one that is silent, whose writes then fail', async () => {
    const first = await open(proxy.url);
    await first.apply(parcelCountView, 0, 5, [counted('ada', 1n)]);
    proxy.fate = () => 'hold';
    const second = await open(url);
    await second.apply(parcelCountView, 5, 6, [counted('ada', 10n)]);
    proxy.release();
    await expect(first.apply(parcelCountView, 5, 7, [counted('ada', 100n)])).rejects.toThrow(
      'another projector',
    );
    await until(() => first.lost?.aborted === true);
    await expect(first.beginRebuild(parcelCountView)).rejects.toThrow('another projector');
    expect(await parcels(second, 'ada')).toBe(11n);
    expect(await second.checkpoint(parcelCountView)).toBe(6);
  });

  it('keeps a write that was on its way when the office changed from undoing what was written since', async () => {
    const traits = { transactions: false, guardedWrites: true };
    const first = await open(proxy.url, { traits });
    await first.apply(parcelCountView, 0, 5, [counted('ada', 1n)]);
    proxy.fate = (message) =>
      isCommand(message, ['update'], 'parcel_counts__') || proxy.holding > 0 ? 'hold' : 'pass';
    const late = first.apply(parcelCountView, 5, 6, [counted('ada', 10n)]).catch((error: unknown) => error);
    await until(() => proxy.holding > 0);
    const second = await open(url, { traits });
    expect(await second.unfinished?.(parcelCountView)).toEqual({ from: 5, to: 6 });
    await second.apply(parcelCountView, 5, 6, [counted('ada', 10n)]);
    await second.apply(parcelCountView, 6, 9, [counted('ada', 100n)]);
    proxy.release();
    expect(String(await late)).toContain('another projector');
    expect(await parcels(second, 'ada')).toBe(111n);
  });

  it('takes over soon as it is set: a few seconds, and as long again on a crowded machine', async () => {
    const first = await openMongoWriter({ url: proxy.url, views, patienceMs: 2_000 });
    opened.push(first);
    const diedAt = performance.now();
    proxy.cut();
    const second = await openMongoWriter({ url, views });
    opened.push(second);
    await second.apply(parcelCountView, 0, 1, [counted('ada', 1n)]);
    expect(performance.now() - diedAt).toBeLessThan(20_000);
  });
});
