import { type ConnectMongo, connectMongo } from '../mongo/connect-mongo.js';
import { type ListedSnapshots, rangesOf } from './snapshots.js';

interface SnapshotDocument {
  readonly _id: string;
  /** Value as JSON text. MongoDB forbids some keys in documents, and JSON text avoids this. */
  readonly text: string;
}

/** Maximum size of a value in bytes. MongoDB's limit for a document is 16 MiB. */
const TEXT_BYTES_MAX = 15 * 1_024 * 1_024;

/** @throws when the server does not answer */
export async function openMongoSnapshots(where: ConnectMongo): Promise<ListedSnapshots> {
  const connection = await connectMongo(where);
  const snapshots = connection.collection<SnapshotDocument>('snapshots');
  return {
    async load<Value>(key: string): Promise<Value | undefined> {
      const found = await snapshots.findOne({ _id: key });
      return found ? (parsed(found.text) as Value | undefined) : undefined;
    },
    async entries(prefix, except) {
      const entries: [key: string, value: unknown][] = [];
      for (const { start, end } of rangesOf(prefix, except))
        for await (const { _id, text } of snapshots.find({ _id: { $gte: start, $lt: end } })) {
          const value = parsed(text);
          if (value !== undefined) entries.push([_id, value]);
        }
      return entries;
    },
    async save(key, value) {
      const text = JSON.stringify(value);
      if (Buffer.byteLength(text) > TEXT_BYTES_MAX)
        throw new RangeError(`the snapshot ${key} is too large to keep`);
      await snapshots.updateOne({ _id: key }, { $set: { text } }, { upsert: true });
    },
    async remove(key) {
      await snapshots.deleteOne({ _id: key });
    },
    close: () => connection.close(),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
