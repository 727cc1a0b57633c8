import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { connectMongo } from '../../mongo/connect-mongo.js';
import { describeWithMongo } from '../../testing/with-mongo.js';
import { parcel, parcelCountView, parcelView, put, PATIENT } from '../testing/parcels.js';
import { describeReadStore } from '../testing/read-store.contract.js';
import type { View } from '../view.js';
import { openMongoReadStore, openMongoWriter } from './open-mongo-read-store.js';

const views: readonly View[] = [parcelView as View, parcelCountView];

describeWithMongo('read models in MongoDB', (mongo) => {
  describeReadStore('mongo', async () => {
    const url = mongo.databaseUrl();
    const writer = await openMongoWriter({ url, views, ...PATIENT });
    const reader = await openMongoReadStore({ url, views, ...PATIENT });
    const close = async (): Promise<void> => {
      await reader.close();
      await writer.close();
    };
    return { writer, reader, close };
  });

  describeReadStore('mongo, guarded row by row, without transactions', async () => {
    const traits = { transactions: false, guardedWrites: true };
    const writer = await openMongoWriter({
      url: mongo.databaseUrl(),
      views,
      traits,
      ...PATIENT,
    });
    return { writer, reader: writer, close: () => writer.close() };
  });

  it('keeps the hash at the checkpoint over a restart', async () => {
    const url = mongo.databaseUrl();
    const before = await openMongoWriter({ url, views, ...PATIENT });
    await before.applyAll([{ view: parcelCountView, from: 0, to: 9, operations: [], hash: 'h9' }]);
    await before.close();
    const after = await openMongoWriter({ url, views, ...PATIENT });
    expect([await after.checkpoint(parcelCountView), await after.checkpointHash(parcelCountView)]).toEqual([
      9,
      'h9',
    ]);
    await after.close();
  });

  it('accepts columns with names reserved by mongoose', async () => {
    const names = ['type', 'schema', 'get', 'collection', 'errors', 'id'];
    const row = z.object({ key: z.string(), ...Object.fromEntries(names.map((name) => [name, z.string()])) });
    const odd: View = { name: 'odd', version: 1, row, key: 'key', indexes: [['type']], searchable: ['get'] };
    const columns = Object.fromEntries(names.map((name) => [name, `a ${name}`]));
    const writer = await openMongoWriter({ url: mongo.databaseUrl(), views: [odd], ...PATIENT });
    await writer.apply(odd, 0, 1, [{ op: 'put', row: { key: 'k', ...columns } }]);
    await writer.apply(odd, 1, 2, [{ op: 'set', key: 'k', columns: { schema: 'set' } }]);
    const sort = { column: 'errors', direction: 'ascending' } as const;
    const found = await writer.page(odd, {
      equals: { type: 'a type' },
      search: 'A GET',
      sort,
      skip: 0,
      limit: 5,
    });
    expect(found.rows).toEqual([{ key: 'k', ...columns, schema: 'set' }]);
    await writer.close();
  });

  it('sets existing rows after a restart, and skips missing ones', async () => {
    const url = mongo.databaseUrl();
    const before = await openMongoWriter({ url, views, ...PATIENT });
    await before.apply(parcelView as View, 0, 1, [put(parcel(1)), put(parcel(2))]);
    await before.close();
    const after = await openMongoWriter({ url, views, ...PATIENT });
    const columns = { note: 'x' };
    await after.apply(
      parcelView as View,
      1,
      2,
      ['p2', 'p3'].map((key) => ({ op: 'setIfThere', key, columns })),
    );
    await after.apply(parcelView as View, 2, 3, [{ op: 'setIfThere', key: 'p1', columns }]);
    expect(await after.getMany(parcelView, ['p1', 'p2', 'p3'])).toEqual(
      new Map([
        ['p1', parcel(1, columns)],
        ['p2', parcel(2, columns)],
      ]),
    );
    await after.close();
  });

  it('reports rows moved by another writer as moved, not as differing', async () => {
    const url = mongo.databaseUrl();
    const writer = await openMongoWriter({ url, views, ...PATIENT });
    await writer.apply(parcelView as View, 0, 1, [put(parcel(1))]);
    const generation = await writer.beginRebuild(parcelView as View);
    await generation.apply(0, 1, [put(parcel(1))]);
    const connection = await connectMongo({ url, ...PATIENT });
    await connection
      .collection<{ _id: string }>('parcels__1')
      .updateOne({ _id: 'p1' }, { $set: { note: 'later' } });
    expect(await generation.compare()).toMatchObject({ same: false, differing: 1 });
    await connection
      .collection<{ _id: string }>('read_model_pointers')
      .updateOne({ _id: 'parcels' }, { $set: { 'generations.g1.at': 2 } });
    await expect(generation.compare()).rejects.toThrow('moved on');
    await connection.close();
    await writer.close();
  });

  it('notices removed rows', async () => {
    const url = mongo.databaseUrl();
    const writer = await openMongoWriter({
      url,
      views,
      ...PATIENT,
      traits: { guardedWrites: false, transactions: false },
    });
    await writer.apply(parcelView as View, 0, 1, [put(parcel(1))]);
    const connection = await connectMongo({ url, ...PATIENT });
    await connection.collection('parcels__1').deleteMany({});
    await connection.close();
    const step = [{ op: 'set' as const, key: 'p1', columns: { note: 'x' } }];
    await expect(writer.apply(parcelView as View, 1, 2, step)).rejects.toThrow('gone from under');
    await writer.close();
  });
});
