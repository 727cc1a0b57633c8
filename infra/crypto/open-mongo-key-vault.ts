import type { Collection, Connection } from 'mongoose';
import { randomBytes } from '../host/chance.js';
import { nowMs } from '../host/clock.js';
import { startRepeating } from '../host/timers.js';
import { connectMongo, isAway, isDuplicate } from '../mongo/connect-mongo.js';
import { KeysUnavailable, type KeyVault } from './key-vault.js';
import { KeysAtHand } from './keys-at-hand.js';
import { noKey, PERSON_KEY_BYTES, PersonKeys } from './person-keys.js';
import { MasterKey } from './wrapped-key.js';

interface KeyDocument {
  readonly _id: string;
  readonly wrapped: string;
}

/** Record of a deleted key with the Unix time of the deletion in ms. Other processes poll these records. */
interface ForgottenDocument {
  readonly _id: string;
  readonly at: number;
}

interface InfoDocument {
  readonly _id: 'master-key';
  readonly fingerprint: string;
}

export interface OpenMongoKeyVault {
  readonly url: string;
  /**
   * Key of 32 bytes that encrypts the keys of all people. Store this key apart from the database and its
   * backups.
   */
  readonly masterKey: Buffer;
  /** Maximum milliseconds to wait for a database server. Default: 5 s. */
  readonly patienceMs?: number;
}

const KEYS_PER_QUERY = 1_000;
const LOOK_EVERY_MS = 1_000;
/** Milliseconds for which the polls of other processes read the record of a deleted key. */
const FORGOTTEN_SHOWN_MS = 10 * 60_000;

/**
 * Key vault in a shared database, encrypted with `masterKey`.
 * @throws when the server does not answer
 * @throws when the database uses another `masterKey`
 */
export async function openMongoKeyVault({ masterKey, ...where }: OpenMongoKeyVault): Promise<KeyVault> {
  const master = new MasterKey(masterKey);
  const connection = await connectMongo(where);
  try {
    await demandMaster(connection, master);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const stored = connection.collection<KeyDocument>('person_keys');
  const forgotten = connection.collection<ForgottenDocument>('forgotten_people');

  const fetchSome = async (personIds: readonly string[]): Promise<KeyDocument[]> => {
    const filter = personIds.length === 1 ? { _id: personIds[0]! } : { _id: { $in: [...personIds] } };
    return reaching(async () => (await stored.find(filter).toArray()) as KeyDocument[]);
  };
  const atHand = new KeysAtHand(async (personIds) => {
    const found = new Map<string, PersonKeys>();
    for (let first = 0; first < personIds.length; first += KEYS_PER_QUERY)
      for (const { _id, wrapped } of await fetchSome(personIds.slice(first, first + KEYS_PER_QUERY)))
        found.set(_id, new PersonKeys(master.unwrap(_id, Buffer.from(wrapped, 'base64'))));
    return found;
  });
  const need = (personId: string): PersonKeys => {
    const found = atHand.find(personId);
    if (!found) throw noKey();
    return found;
  };
  const looking = startRepeating(() => {
    const since = nowMs() - FORGOTTEN_SHOWN_MS;
    forgotten
      .find({ at: { $gte: since } })
      .toArray()
      .then((people) => people.forEach(({ _id }) => atHand.drop(_id)))
      .catch(() => undefined);
  }, LOOK_EVERY_MS);
  looking.unref();

  const createKeys = async (personIds: readonly string[]): Promise<void> => {
    const fresh = personIds.map((personId) => ({ personId, bytes: randomBytes(PERSON_KEY_BYTES) }));
    const there = await reaching(() =>
      insertAll(
        stored,
        fresh.map(({ personId, bytes }) => ({
          _id: personId,
          wrapped: master.wrap(personId, bytes).toString('base64'),
        })),
      ),
    );
    for (const { personId, bytes } of fresh)
      if (!there.has(personId)) atHand.keep(personId, new PersonKeys(bytes));
    if (there.size > 0) await atHand.loadKeys([...there]);
  };

  return {
    loadKeys: (personIds) => atHand.loadKeys(personIds),
    createKey: (personId) => createKeys([personId]),
    createKeys,
    seal: (personId, value) => need(personId).seal(value),
    has: (personId) => atHand.find(personId) !== undefined,
    open: (personId, sealed) => atHand.find(personId)?.open(sealed),
    personMac: (personId, text) => need(personId).mac(text),
    async forget(personId) {
      await reaching(() => stored.deleteOne({ _id: personId }));
      atHand.drop(personId);
      await forgotten.updateOne({ _id: personId }, { $set: { at: nowMs() } }, { upsert: true });
    },
    drop: (personId) => atHand.drop(personId),
    async close() {
      looking.cancel();
      await connection.close();
    },
  };
}

async function reaching<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isAway(error)) throw error;
    throw new KeysUnavailable('the keys of people do not answer', { cause: error });
  }
}

async function insertAll(
  stored: Collection<KeyDocument>,
  documents: readonly KeyDocument[],
): Promise<Set<string>> {
  try {
    if (documents.length > 0) await stored.insertMany([...documents], { ordered: false });
    return new Set();
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const { writeErrors = [] } = error as { readonly writeErrors?: { index: number } | { index: number }[] };
    const refused = Array.isArray(writeErrors) ? writeErrors : [writeErrors];
    return new Set(refused.map(({ index }) => documents[index]!._id));
  }
}

async function demandMaster(connection: Connection, { fingerprint }: MasterKey): Promise<void> {
  const info = connection.collection<InfoDocument>('key_vault');
  try {
    await info.insertOne({ _id: 'master-key', fingerprint });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const known = await info.findOne({ _id: 'master-key' });
    if (known?.fingerprint !== fingerprint)
      throw new Error(
        'MASTER_KEY is not the one that the keys in this database were wrapped by: restore it from where it is kept',
      );
  }
}
