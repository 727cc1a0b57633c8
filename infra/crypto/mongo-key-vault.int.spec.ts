import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { connectMongo } from '../mongo/connect-mongo.js';
import { describeWithMongo } from '../testing/with-mongo.js';
import { MongoProxy } from '../testing/mongo-proxy.js';
import { PATIENCE_MS } from '../testing/until.js';
import { KeysUnavailable } from './key-vault.js';
import { openMongoKeyVault } from './open-mongo-key-vault.js';
import { describeKeyVault } from './testing/key-vault.contract.js';

/** Time limits within which a running server answers even on a slow machine. */
const PATIENT = { patienceMs: PATIENCE_MS };

describeWithMongo('keys in MongoDB', (mongo) => {
  const masterKey = randomBytes(32);
  describeKeyVault('MongoDB', async () => {
    const url = mongo.databaseUrl();
    const open = () => openMongoKeyVault({ ...PATIENT, url, masterKey });
    return { open, openReader: open, remove: () => Promise.resolve() };
  });

  it('are useless in a copied database or with another master key', async () => {
    const url = mongo.databaseUrl();
    const vault = await openMongoKeyVault({ ...PATIENT, url, masterKey });
    await vault.createKeys(['ada', 'obi']);
    const sealed = vault.seal('ada', { name: 'Ada' });
    await expect(openMongoKeyVault({ ...PATIENT, url, masterKey: randomBytes(32) })).rejects.toThrow(
      /MASTER_KEY is not the one/,
    );
    const connection = await connectMongo({ ...PATIENT, url });
    const stored = connection.collection<{ _id: string; wrapped: string }>('person_keys');
    const [ada, obi] = await stored.find().sort({ _id: 1 }).toArray();
    await stored.updateOne({ _id: 'obi' }, { $set: { wrapped: ada!.wrapped } });
    const reader = await openMongoKeyVault({ ...PATIENT, url, masterKey });
    await expect(reader.loadKeys(['obi'])).rejects.toThrow();
    await stored.updateOne({ _id: 'obi' }, { $set: { wrapped: obi!.wrapped } });
    await reader.loadKeys(['ada', 'obi']);
    expect(reader.open('ada', sealed)).toEqual({ name: 'Ada' });
    await Promise.all([vault.close(), reader.close(), connection.close()]);
  });

  it('report that they cannot be fetched', async () => {
    const proxy = await MongoProxy.before(mongo.databaseUrl());
    const vault = await openMongoKeyVault({ url: proxy.url, masterKey, patienceMs: 5_000 });
    await vault.createKey('ada');
    const sealed = vault.seal('ada', {});
    proxy.cut();
    await Promise.all([
      expect(vault.loadKeys(['obi'])).rejects.toThrow(KeysUnavailable),
      expect(vault.createKey('obi')).rejects.toThrow(KeysUnavailable),
    ]);
    expect(vault.open('ada', sealed)).toEqual({});
    await vault.close();
    await proxy.stop();
  });

  it('are refused before they are loaded', async () => {
    const url = mongo.databaseUrl();
    const vault = await openMongoKeyVault({ ...PATIENT, url, masterKey });
    await vault.createKey('ada');
    const other = await openMongoKeyVault({ ...PATIENT, url, masterKey });
    expect(() => other.open('ada', vault.seal('ada', {}))).toThrow(/brought/);
    await Promise.all([vault.close(), other.close()]);
  });
});
