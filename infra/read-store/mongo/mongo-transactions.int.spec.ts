import { afterAll, describe, expect, it } from '@jest/globals';
import { connectMongo, traitsOf } from '../../mongo/connect-mongo.js';
import { startMongoServer } from '../../testing/mongo-server.js';
import { parcelCountView, parcelView, put, parcel, PATIENT } from '../testing/parcels.js';
import { describeReadStore } from '../testing/read-store.contract.js';
import type { View } from '../view.js';
import { openMongoWriter } from './open-mongo-read-store.js';

const views: readonly View[] = [parcelView as View, parcelCountView];
const server = await startMongoServer({ pretendTransactions: true });

/** Tests the commands sent. Only a real MongoDB can show that transactions are atomic. */
if ('missing' in server)
  describe.skip(`transactions (${server.missing})`, () => it('are not tested', () => undefined));
else
  describe('read models on a replica set', () => {
    afterAll(() => server.stop());

    describeReadStore('mongo, in transactions', async () => {
      const writer = await openMongoWriter({ url: server.databaseUrl(), views, ...PATIENT });
      return { writer, reader: writer, close: () => writer.close() };
    });

    it('are written without storing the range first, and are still fenced', async () => {
      const url = server.databaseUrl();
      const connection = await connectMongo({ url, ...PATIENT });
      expect(await traitsOf(connection)).toMatchObject({ transactions: true });
      const writer = await openMongoWriter({ url, views, ...PATIENT });
      await writer.apply(parcelView as View, 0, 3, [put(parcel(1))]);
      const pointers = connection.collection<{ _id: string; generations: unknown }>('read_model_pointers');
      expect((await pointers.findOne({ _id: 'parcels' }))?.generations).toEqual({
        g1: { at: 3, range: null },
      });
      await pointers.updateMany({}, { $set: { fence: 1_000 } });
      await expect(writer.apply(parcelView as View, 3, 4, [put(parcel(2))])).rejects.toThrow(
        'another projector',
      );
      expect(await connection.collection('parcels__1').countDocuments()).toBe(1);
      await writer.close();
      await connection.close();
    });
  });
