import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectMongo } from '../../mongo/connect-mongo.js';
import { isCommand, MongoProxy } from '../../testing/mongo-proxy.js';
import { describeWithMongo } from '../../testing/with-mongo.js';
import { parcelCountView, PATIENT } from '../testing/parcels.js';
import type { Operation, ReadStoreWriter, View } from '../view.js';
import { type MongoWriterOptions, openMongoWriter } from './open-mongo-read-store.js';
import { until } from '../../testing/until.js';

const views: readonly View[] = [parcelCountView];
/** Lease longer than any test, so that no slow writer counts as dead. */
const LEASE_MS = 3_600_000;
/** Settings of a waiting process that is to take over. */
const SHORT = { leaseMs: 2_000 };
const EVERY_MS = 100;
const counted = (owner: string, by: bigint): Operation => ({
  op: 'add',
  row: { owner, parcels: 0n, last: null },
  by: { parcels: by },
});

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
    jest.restoreAllMocks();
    // `close` waits for the server, so the proxy must heal first.
    proxy.heal();
    proxy.release();
    await Promise.all(opened.map((writer) => writer.close()));
    await proxy.stop();
  });

  const open = async (at: string, more: Partial<MongoWriterOptions> = {}): Promise<ReadStoreWriter> => {
    const writer = await openMongoWriter({
      url: at,
      views,
      leaseMs: LEASE_MS,
      leaseEveryMs: EVERY_MS,
      ...PATIENT,
      ...more,
    });
    opened.push(writer);
    return writer;
  };
  const parcels = async (writer: ReadStoreWriter, owner: string): Promise<unknown> =>
    (await writer.get(parcelCountView, owner))?.['parcels'];

  it('lets a second wait while the first lives', async () => {
    const first = await open(url);
    await first.apply(parcelCountView, 0, 5, [counted('ada', 1n)]);
    let looks = 0;
    proxy.fate = (message) => {
      if (isCommand(message, ['find'], 'read_model_leases')) looks += 1;
      return 'pass';
    };
    let second: ReadStoreWriter | undefined;
    const opening = open(proxy.url).then((writer) => (second = writer));
    const connection = await connectMongo({ url, ...PATIENT });
    const leases = connection.collection<{ _id: number; beat: number }>('read_model_leases');
    const beat = async (): Promise<number> => Number((await leases.findOne({ _id: 1 }))?.beat);
    // Moves the clock forward by most of a lease, each time after the second process has seen a beat of the
    // first.
    const clock = { now: performance.now.bind(performance), ahead: 0 };
    jest.spyOn(performance, 'now').mockImplementation(() => clock.now() + clock.ahead);
    for (let times = 0; times < 4; times += 1) {
      const before = await beat();
      await until(async () => (await beat()) > before, 'the first counts on');
      const seen = looks;
      await until(() => looks > seen + 2, 'the second has looked');
      clock.ahead += 0.7 * LEASE_MS;
    }
    await connection.close();
    expect(second).toBeUndefined();
    expect(first.lost?.aborted).toBe(false);
    await first.close();
    await opening;
    expect(await second?.checkpoint(parcelCountView)).toBe(5);
    await second?.close();
  });

  it('lets a second continue when the first ends', async () => {
    const first = await open(url);
    let standby = false;
    const opening = open(url, { onStandby: () => (standby = true) });
    await until(() => standby);
    await first.close();
    await opening;
  });

  it('passes from a projector that cannot project to one that can, and fences the first', async () => {
    let able = true;
    const first = await open(url, { able: () => able });
    let standby = false;
    const opening = open(url, { ...SHORT, onStandby: () => (standby = true) });
    await until(() => standby);
    able = false;
    const second = await opening;
    able = true;
    await until(() => first.lost?.aborted === true);
    await expect(first.apply(parcelCountView, 0, 5, [counted('ada', 1n)])).rejects.toThrow();
    await second.apply(parcelCountView, 0, 5, [counted('ada', 2n)]);
    expect(await parcels(second, 'ada')).toBe(2n);
  });

  it('stops waiting when told to', async () => {
    await open(url);
    const stop = new AbortController();
    const waiting = open(url, { signal: stop.signal, onStandby: () => stop.abort() });
    await expect(waiting).rejects.toThrow(/abort/i);
  });

  it('gives the lease to one of many applicants', async () => {
    let inOffice = 0;
    const openings = [1, 2, 3, 4].map(async () => {
      const writer = await open(url);
      inOffice += 1;
      return writer;
    });
    await until(() => inOffice === 1);
    await sleep(10 * EVERY_MS);
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

  it('takes over from a silent projector, whose writes then fail', async () => {
    const first = await open(proxy.url);
    await first.apply(parcelCountView, 0, 5, [counted('ada', 1n)]);
    proxy.fate = () => 'hold';
    const second = await open(url, SHORT);
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

  it('keeps a late write of a replaced projector from undoing newer ones', async () => {
    const traits = { transactions: false, guardedWrites: true };
    const first = await open(proxy.url, { traits });
    await first.apply(parcelCountView, 0, 5, [counted('ada', 1n)]);
    proxy.fate = (message) =>
      isCommand(message, ['update'], 'parcel_counts__') || proxy.holding > 0 ? 'hold' : 'pass';
    const late = first.apply(parcelCountView, 5, 6, [counted('ada', 10n)]).catch((error: unknown) => error);
    await until(() => proxy.holding > 0);
    const second = await open(url, { ...SHORT, traits });
    expect(await second.unfinished?.(parcelCountView)).toEqual({ from: 5, to: 6 });
    await second.apply(parcelCountView, 5, 6, [counted('ada', 10n)]);
    await second.apply(parcelCountView, 6, 9, [counted('ada', 100n)]);
    proxy.release();
    expect(String(await late)).toContain('another projector');
    expect(await parcels(second, 'ada')).toBe(111n);
  });

  it('takes over with default settings', async () => {
    const first = await openMongoWriter({ url: proxy.url, views, patienceMs: 5_000 });
    opened.push(first);
    proxy.cut();
    const second = await openMongoWriter({ url, views, ...PATIENT });
    opened.push(second);
    await second.apply(parcelCountView, 0, 1, [counted('ada', 1n)]);
    expect(await second.checkpoint(parcelCountView)).toBe(1);
  });
});
