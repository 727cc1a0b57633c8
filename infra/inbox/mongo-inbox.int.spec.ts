import { expect, it } from '@jest/globals';
import { StoreUnavailable } from '../event-store/event-store.js';
import { MongoProxy } from '../testing/mongo-proxy.js';
import { PATIENCE_MS } from '../testing/until.js';
import { describeWithMongo } from '../testing/with-mongo.js';
import { openMongoInbox } from './open-mongo-inbox.js';
import { describeInbox } from './testing/inbox.contract.js';

describeWithMongo('an inbox in MongoDB', (mongo) => {
  describeInbox('MongoDB', async () => {
    const url = mongo.databaseUrl();
    return { open: () => openMongoInbox({ url, patienceMs: PATIENCE_MS }), remove: () => Promise.resolve() };
  });

  it('reports that it is away, so that the sender repeats its message', async () => {
    const proxy = await MongoProxy.before(mongo.databaseUrl());
    const inbox = await openMongoInbox({ url: proxy.url });
    proxy.cut();
    const message = { id: 'a', from: 'monnify', receivedAt: 1, sealed: 'sealed' };
    await expect(inbox.store(message)).rejects.toBeInstanceOf(StoreUnavailable);
    await inbox.close();
    await proxy.stop();
  });
});
