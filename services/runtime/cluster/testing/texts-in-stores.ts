import mongoose from 'mongoose';
import { Redis } from 'ioredis';

/** Everything that is stored in one place, as one text. */
type Stored = readonly [place: string, text: string];

/** Which of the texts are in which collection of MongoDB or key of Redis, also as a part of a word and in the names of keys. */
export async function textsInStores(
  { mongoUrl, redisUrl }: { readonly mongoUrl: string; readonly redisUrl: string },
  texts: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const stored of [inMongo(mongoUrl), inRedis(redisUrl)])
    for await (const [place, text] of stored)
      for (const sought of texts) if (text.includes(sought)) found.push(`${sought} in ${place}`);
  return [...new Set(found)];
}

async function* inMongo(url: string): AsyncGenerator<Stored> {
  const client = await new mongoose.mongo.MongoClient(url).connect();
  try {
    const database = client.db();
    for (const { name } of await database.listCollections().toArray())
      for await (const document of database.collection(name).find())
        // As bytes: texts stand in them as they are, inside binary values too.
        yield [
          `the collection ${name}`,
          Buffer.from(mongoose.mongo.BSON.serialize(document)).toString('utf8'),
        ];
  } finally {
    await client.close();
  }
}

async function* inRedis(url: string): AsyncGenerator<Stored> {
  const redis = new Redis(url);
  const readers: Readonly<Record<string, (key: string) => Promise<unknown>>> = {
    string: (key) => redis.get(key),
    hash: (key) => redis.hgetall(key),
    list: (key) => redis.lrange(key, 0, -1),
    set: (key) => redis.smembers(key),
    zset: (key) => redis.zrange(key, '0', '-1'),
    stream: (key) => redis.xrange(key, '-', '+'),
  };
  try {
    for await (const keys of redis.scanStream({ count: 1_000 }) as AsyncIterable<string[]>)
      for (const key of keys) {
        const kind = await redis.type(key);
        // It was there a moment ago.
        if (kind === 'none') continue;
        const read = readers[kind];
        if (!read) throw new Error(`the key ${key} is a ${kind}, which nobody reads here`);
        yield [`the key ${key}`, `${key} ${JSON.stringify(await read(key))}`];
      }
  } finally {
    redis.disconnect();
  }
}
