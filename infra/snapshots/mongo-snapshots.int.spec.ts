import { PATIENCE_MS } from '../testing/until.js';
import { describeWithMongo } from '../testing/with-mongo.js';
import { openMongoSnapshots } from './open-mongo-snapshots.js';
import { describeSnapshots } from './testing/snapshots.contract.js';

describeWithMongo('snapshots in MongoDB', (mongo) => {
  describeSnapshots('MongoDB', async () => {
    const url = mongo.databaseUrl();
    return {
      open: () => openMongoSnapshots({ url, patienceMs: PATIENCE_MS }),
      remove: () => Promise.resolve(),
    };
  });
});
