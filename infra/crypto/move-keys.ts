import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import { connectMongo } from '../mongo/connect-mongo.js';
import { checkKey, checkKeys } from './open-lmdb-key-vault.js';
import { openMongoKeyVault } from './open-mongo-key-vault.js';
import { MasterKey } from './wrapped-key.js';

export interface MovedKeys {
  readonly people: number;
  readonly found: number;
}

interface KeyDocument {
  readonly _id: string;
  readonly wrapped: string;
}

const AT_ONCE = 500;

/** Copies people's keys into a cluster's database. The copies are encrypted with the cluster's master key. */
export async function moveKeys(
  { dir }: { readonly dir: string },
  { url, masterKey }: { readonly url: string; readonly masterKey: Buffer },
): Promise<MovedKeys> {
  const path = join(dir, 'keys.mdb');
  if (!existsSync(path)) throw new Error(`there are no keys of people in ${dir}`);
  checkKeys(path, 'ends');
  // Fails when the database uses another master key.
  await (await openMongoKeyVault({ url, masterKey })).close();
  const master = new MasterKey(masterKey);
  const root = open<Buffer, string>({ path, readOnly: true, encoding: 'binary', maxDbs: 2 });
  const connection = await connectMongo({ url });
  try {
    const stored = connection.collection<KeyDocument>('person_keys');
    const people = root.openDB<Buffer, string>({ name: 'persons', encoding: 'binary' });
    let [moved, found] = [0, 0];
    let batch: [string, Buffer][] = [];
    const flush = async (): Promise<void> => {
      const ids = batch.map(([personId]) => personId);
      const there = new Map(
        (await stored.find({ _id: { $in: ids } }).toArray()).map(
          ({ _id, wrapped }) => [_id, wrapped] as const,
        ),
      );
      for (const [personId, bytes] of batch) {
        const known = there.get(personId);
        if (known && !master.unwrap(personId, Buffer.from(known, 'base64')).equals(bytes))
          throw new Error(`the database holds another key of ${personId}: it belongs to another ledger`);
      }
      const missing = batch.filter(([personId]) => !there.has(personId));
      if (missing.length > 0)
        await stored.insertMany(
          missing.map(([personId, bytes]) => ({
            _id: personId,
            wrapped: master.wrap(personId, bytes).toString('base64'),
          })),
        );
      moved += batch.length;
      found += there.size;
      batch = [];
    };
    for (const { key, value } of people.getRange()) {
      const bytes = Buffer.from(value);
      checkKey(path, root, key, bytes);
      batch.push([key, bytes]);
      if (batch.length === AT_ONCE) await flush();
    }
    if (batch.length > 0) await flush();
    return { people: moved, found };
  } finally {
    await connection.close();
    await root.close();
  }
}
