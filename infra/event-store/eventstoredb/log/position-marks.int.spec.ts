import { PATIENCE_MS } from '../../../testing/until.js';
import { describeWithMongo } from '../../../testing/with-mongo.js';
import { openMongoPositionMarks } from './open-mongo-position-marks.js';
import { MemoryPositionMarks } from './position-marks.js';
import { describePositionMarks } from '../testing/position-marks.contract.js';

describePositionMarks('in memory', async () => ({
  marks: new MemoryPositionMarks(),
  close: async () => undefined,
}));

describeWithMongo('marks in MongoDB', (mongo) => {
  describePositionMarks('MongoDB', async () => {
    const marks = await openMongoPositionMarks({ url: mongo.databaseUrl(), patienceMs: PATIENCE_MS });
    return { marks, close: () => marks.close() };
  });
});
