import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { connectMongo } from '../../mongo/connect-mongo.js';
import { describeWithMongo } from '../../testing/with-mongo.js';
import { parcel, parcelCountView, parcelView, put } from '../testing/parcels.js';
import { describeReadStore } from '../testing/read-store.contract.js';
import type { View } from '../view.js';
import { openMongoReadStore, openMongoWriter } from './open-mongo-read-store.js';

const views: readonly View[] = [parcelView as View, parcelCountView];

describeWithMongo('read models in MongoDB', (mongo) => {
  describeReadStore('mongo', async () => {
    const url = mongo.databaseUrl();
    const writer = await openMongoWriter({ url, views });
    const reader = await openMongoReadStore({ url, views });
    const close = async (): Promise<void> => {
      await reader.close();
      await writer.close();
    };
    return { writer, reader, close };
  });

  describeReadStore('mongo, guarded row by row, without transactions', async () => {
    const traits = { transactions: false, guardedWrites: true };
    const writer = await openMongoWriter({ url: mongo.databaseUrl(), views, traits });
    return { writer, reader: writer, close: () => writer.close() };
  });

  it('takes columns that are called what a library has for itself', async () => {
    const names = ['type', 'schema', 'get', 'collection', 'errors', 'id'];
    const row = z.object({ key: z.string(), ...Object.fromEntries(names.map((name) => [name, z.string()])) });
    const odd: View = { name: 'odd', version: 1, row, key: 'key', indexes: [['type']], searchable: ['get'] };
    const columns = Object.fromEntries(names.map((name) => [name, `a ${name}`]));
    const writer = await openMongoWriter({ url: mongo.databaseUrl(), views: [odd] });
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

  it('notices when rows are removed under its hands', async () => {
    const url = mongo.databaseUrl();
    const writer = await openMongoWriter({
      url,
      views,
      traits: { guardedWrites: false, transactions: false },
    });
    await writer.apply(parcelView as View, 0, 1, [put(parcel(1))]);
    const connection = await connectMongo({ url });
    await connection.collection('parcels__1').deleteMany({});
    await connection.close();
    const step = [{ op: 'set' as const, key: 'p1', columns: { note: 'x' } }];
    await expect(writer.apply(parcelView as View, 1, 2, step)).rejects.toThrow('gone from under');
    await writer.close();
  });
});
