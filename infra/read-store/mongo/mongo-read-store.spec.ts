import { describeWithMongo } from '../../testing/with-mongo.js';
import { parcelCountView, parcelView } from '../testing/parcels.js';
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
});
