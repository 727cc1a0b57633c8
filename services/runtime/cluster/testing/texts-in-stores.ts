import mongoose from 'mongoose';
import { Redis } from 'ioredis';

type Stored = readonly [place: string, text: string];

/** Also finds `texts` inside words and in key names. */
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
        // The key has expired since the scan.
        if (kind === 'none') continue;
        const read = readers[kind];
        if (!read) throw new Error(`the key ${key} is a ${kind}, which nobody reads here`);
        yield [`the key ${key}`, `${key} ${JSON.stringify(await read(key))}`];
      }
  } finally {
    redis.disconnect();
  }
}
