import { afterAll, describe, it } from '@jest/globals';
import { reachMongo } from '../../testing/mongo-server.js';
import { parcelCountView, parcelView } from '../testing/parcels.js';
import { describeReadStore } from '../testing/read-store.contract.js';
import type { View } from '../view.js';
import { openMongoReadStore, openMongoWriter } from './open-mongo-read-store.js';

const views: readonly View[] = [parcelView as View, parcelCountView];
const mongo = await reachMongo();

if ('missing' in mongo) {
  describe.skip(`read store: mongo (${mongo.missing})`, () => it('is not tested', () => undefined));
} else {
  afterAll(() => mongo.stop());

  describeReadStore('mongo', async () => {
    const url = mongo.databaseUrl();
    const writer = await openMongoWriter({ url, views });
    const reader = await openMongoReadStore({ url, views });
    return {
      writer,
      reader,
      close: async () => {
        await reader.close();
        await writer.close();
      },
    };
  });

  describeReadStore('mongo, guarded row by row, without transactions', async () => {
    const traits = { transactions: false, guardedWrites: true };
    const writer = await openMongoWriter({ url: mongo.databaseUrl(), views, traits });
    return { writer, reader: writer, close: () => writer.close() };
  });
}
