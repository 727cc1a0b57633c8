import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MongoProxy } from '../../testing/mongo-proxy.js';
import { describeWithMongo } from '../../testing/with-mongo.js';
import { newest, parcel, parcelCountView, parcelView, put, PATIENT } from '../testing/parcels.js';
import { type ReadStore, ReadModelsUnavailable, type ReadStoreWriter, type View } from '../view.js';
import { openMongoReadStore, openMongoWriter } from './open-mongo-read-store.js';
import { until } from '../../testing/until.js';

const views: readonly View[] = [parcelView as View, parcelCountView];
/** Settings of a writer that gives up soon, but keeps its lease while the server is away. */
const quick = { ...PATIENT, views, patienceMs: 5_000, leaseMs: 3_600_000 };

describeWithMongo('read models in MongoDB are disposable, and may be away', (mongo) => {
  let url: string;
  let proxy: MongoProxy;
  let reader: ReadStore;
  let writer: ReadStoreWriter;
  beforeEach(async () => {
    url = mongo.databaseUrl();
    proxy = await MongoProxy.before(url);
    reader = await openMongoReadStore({ ...quick, url: proxy.url });
    writer = await openMongoWriter({ ...quick, url: proxy.url });
  });
  afterEach(async () => {
    await Promise.all([reader.close(), writer.close()]);
    await proxy.stop();
  });

  it('reports that the server is away, and answers again once it is back', async () => {
    await writer.apply(parcelView as View, 0, 4, [put(parcel(1))]);
    proxy.cut();
    await Promise.all([
      expect(reader.get(parcelView, 'p1')).rejects.toThrow(ReadModelsUnavailable),
      expect(writer.apply(parcelView as View, 4, 5, [put(parcel(2))])).rejects.toThrow(),
      expect(reader.page(parcelView, newest)).rejects.toThrow(ReadModelsUnavailable),
    ]);
    proxy.heal();
    let answered: unknown;
    await until(
      async () => (answered = await reader.get(parcelView, 'p1').catch(() => undefined)) !== undefined,
    );
    expect(answered).toEqual(parcel(1));
    expect(await reader.checkpoint(parcelView as View)).toBe(4);
    // The writer's row cache may be wrong by then, so another writer must be opened.
    await expect(writer.apply(parcelView as View, 4, 5, [put(parcel(2))])).rejects.toThrow('half way');
    await writer.close();
    writer = await openMongoWriter({ ...quick, url: proxy.url });
    await writer.apply(parcelView as View, 4, 5, [put(parcel(2))]);
    expect(await reader.checkpoint(parcelView as View)).toBe(5);
  });

  it('cannot be opened while the server is away, and reports it', async () => {
    proxy.cut();
    await Promise.all([
      expect(openMongoReadStore({ ...quick, url: proxy.url })).rejects.toThrow(),
      expect(openMongoWriter({ ...quick, url: proxy.url })).rejects.toThrow(),
    ]);
  });

  describe('opened again', () => {
    const reopen = async (others: readonly View[]): Promise<void> => {
      await writer.close();
      writer = await openMongoWriter({ ...quick, url, views: others });
    };

    it('keeps rows and checkpoints, and refills a view whose version changed', async () => {
      await writer.applyAll(views.map((view) => ({ view, from: 0, to: 9, operations: [] })));
      const changed = { ...parcelCountView, version: 2 };
      await reopen([parcelView as View, changed]);
      expect(await writer.checkpoint(parcelView as View)).toBe(9);
      expect(await writer.checkpoint(changed)).toBe(0);
      expect(await reader.checkpoint(parcelCountView)).toBe(0);
    });

    it('refills a view whose rows are gone', async () => {
      await writer.apply(parcelView as View, 0, 9, [put(parcel(1))]);
      const { connectMongo } = await import('../../mongo/connect-mongo.js');
      const connection = await connectMongo({ url, ...PATIENT });
      await connection.dropCollection('parcels__1');
      await connection.close();
      await reopen(views);
      expect(await writer.checkpoint(parcelView as View)).toBe(0);
      await writer.apply(parcelView as View, 0, 2, [put(parcel(2))]);
      expect(await reader.get(parcelView, 'p2')).toEqual(parcel(2));
    });

    it('drops the leftovers of an interrupted rebuild, and keeps serving', async () => {
      await writer.apply(parcelView as View, 0, 1, [put(parcel(1))]);
      const generation = await writer.beginRebuild(parcelView as View);
      await generation.apply(0, 1, [put(parcel(7))]);
      await reopen(views);
      const again = await writer.beginRebuild(parcelView as View);
      await again.apply(0, 1, [put(parcel(1))]);
      expect(await again.compare()).toEqual({ same: true, differing: 0, examples: [] });
      await again.swap();
      expect(await reader.get(parcelView, 'p1')).toEqual(parcel(1));
    });
  });

  it('counts up to ten thousand, and no further', async () => {
    const puts = Array.from({ length: 10_050 }, (_, number) => put(parcel(number)));
    await writer.apply(parcelView as View, 0, 1, puts);
    const page = await reader.page(parcelView, {
      search: 'label',
      sort: { column: 'at', direction: 'descending' } as const,
      skip: 10_000,
      limit: 100,
    });
    expect(page).toMatchObject({ total: 10_000, totalCapped: true });
    expect(page.rows.map(({ parcel_id }) => parcel_id)[0]).toBe('p49');
  });
});
