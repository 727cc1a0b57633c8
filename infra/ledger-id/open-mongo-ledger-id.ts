import { type ConnectMongo, connectMongo, isDuplicate } from '../mongo/connect-mongo.js';
import type { LedgerIdPlace } from './ledger-id.js';

interface LedgerIdDocument {
  readonly _id: 'ledger-id';
  readonly ledgerId: string;
}

/** Stores the ledger's id next to people's keys. A backup of the keys then names its ledger. */
export async function openMongoLedgerId(
  name: string,
  where: ConnectMongo,
): Promise<LedgerIdPlace & { close(): Promise<void> }> {
  const connection = await connectMongo(where);
  const kept = connection.collection<LedgerIdDocument>('key_vault');
  const hasAny = async (collection: string): Promise<boolean> =>
    (await connection.collection(collection).findOne({})) !== null;
  const read = async (): Promise<string | undefined> => (await kept.findOne({ _id: 'ledger-id' }))?.ledgerId;
  return {
    name,
    read,
    async write(ledgerId) {
      try {
        await kept.insertOne({ _id: 'ledger-id', ledgerId });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
    },
    holdsData: async () => (await hasAny('person_keys')) || (await hasAny('snapshots')),
    lacksKeys: async () => (await read()) === undefined && !(await hasAny('person_keys')),
    close: () => connection.close(),
  };
}
