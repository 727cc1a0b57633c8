import { StoreUnavailable } from '../event-store/event-store.js';
import { type ConnectMongo, connectMongo, isAway, isDuplicate } from '../mongo/connect-mongo.js';
import type { Inbox, InboxMessage } from './inbox.js';

interface MessageDocument {
  readonly _id: string;
  readonly from: string;
  readonly receivedAt: number;
  readonly sealed: string;
}

/** @throws when the server does not answer */
export async function openMongoInbox(where: ConnectMongo): Promise<Inbox> {
  const connection = await connectMongo(where);
  const messages = connection.collection<MessageDocument>('inbox');
  await messages.createIndex({ receivedAt: 1 }, { name: 'receivedAt' });
  return {
    async store({ id, from, receivedAt, sealed }: InboxMessage) {
      try {
        await messages.insertOne({ _id: id, from, receivedAt, sealed });
      } catch (error) {
        if (isAway(error)) throw new StoreUnavailable('the inbox does not answer', { cause: error });
        if (!isDuplicate(error)) throw error;
      }
    },
    async get(id) {
      const found = await messages.findOne({ _id: id });
      return found
        ? { id, from: found.from, receivedAt: Number(found.receivedAt), sealed: found.sealed }
        : undefined;
    },
    async prune(before) {
      return (await messages.deleteMany({ receivedAt: { $lt: before } })).deletedCount;
    },
    close: () => connection.close(),
  };
}
