import { expect, it } from '@jest/globals';
import { MongoProxy } from '../testing/mongo-proxy.js';
import { describeWithMongo } from '../testing/with-mongo.js';
import { connectMongo, isAway } from './connect-mongo.js';
import { PATIENCE_MS, until } from '../testing/until.js';

describeWithMongo('a connection to MongoDB', (mongo) => {
  it('ends what is not answered, and answers again afterwards', async () => {
    const proxy = await MongoProxy.before(mongo.databaseUrl());
    const connection = await connectMongo({ url: proxy.url, patienceMs: PATIENCE_MS, silenceMs: 3_000 });
    const values = connection.collection<{ _id: string; n: number }>('values');
    await values.insertOne({ _id: 'a', n: 1 });
    proxy.fate = (message) => (message.includes('findAndModify') ? 'hold' : 'pass');
    const change = values.findOneAndUpdate({ _id: 'a' }, { $inc: { n: 1 } });
    expect(await change.catch(isAway)).toBe(true);
    expect(proxy.holding).toBeGreaterThan(0);
    proxy.heal();
    let found: unknown;
    await until(async () => (found = await values.findOne({ _id: 'a' }).catch(() => null)) !== null);
    expect(found).toMatchObject({ _id: 'a' });
    await connection.close();
    await proxy.stop();
  });
});
