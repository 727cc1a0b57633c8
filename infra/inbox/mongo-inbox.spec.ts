import { describeWithMongo } from '../testing/with-mongo.js';
import { openMongoInbox } from './open-mongo-inbox.js';
import { describeInbox } from './testing/inbox.contract.js';

describeWithMongo('an inbox in MongoDB', (mongo) => {
  describeInbox('MongoDB', async () => {
    const url = mongo.databaseUrl();
    return { open: () => openMongoInbox({ url }), remove: () => Promise.resolve() };
  });
});
