import { type ConnectMongo, connectMongo, isDuplicate } from '../../../mongo/connect-mongo.js';
import type { PositionMarks } from './position-marks.js';

/** Stored `Mark`. `commit` and `prepare` are texts, because a JavaScript number cannot hold 64 bits. */
interface MarkDocument {
  readonly _id: number;
  readonly commit: string;
  readonly prepare: string;
  readonly event: string;
}

/** An operator may drop the collection `event_marks` at any time. */
export interface MongoPositionMarks extends PositionMarks {
  close(): Promise<void>;
}

export async function openMongoPositionMarks(where: ConnectMongo): Promise<MongoPositionMarks> {
  const connection = await connectMongo(where);
  const marks = connection.collection<MarkDocument>('event_marks');
  return {
    async nearest(ordinal) {
      const found = await marks.findOne({ _id: { $lte: ordinal } }, { sort: { _id: -1 } });
      if (!found) return undefined;
      const position = { commit: BigInt(found.commit), prepare: BigInt(found.prepare) };
      return { ordinal: Number(found._id), position, id: found.event };
    },
    async save({ ordinal, position: { commit, prepare }, id }) {
      try {
        await marks.insertOne({
          _id: ordinal,
          commit: String(commit),
          prepare: String(prepare),
          event: id,
        });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
    },
    async clear() {
      await marks.deleteMany({});
    },
    close: () => connection.close(),
  };
}
