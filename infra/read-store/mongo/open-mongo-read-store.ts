import { type ConnectMongo, connectMongo, type ServerTraits, traitsOf } from '../../mongo/connect-mongo.js';
import type { ReadStore, ReadStoreWriter, View } from '../view.js';
import { MongoReader } from './mongo-reader.js';
import { MongoWriter } from './mongo-writer.js';
import { acquireLease } from './projector-lease.js';

export interface MongoReadStoreOptions extends ConnectMongo {
  readonly views: readonly View[];
  /** Milliseconds after which the server ends a query. Default: 10 s. */
  readonly queryMsMax?: number;
}

/** @throws when no server answers within five seconds */
export async function openMongoReadStore({
  views,
  queryMsMax,
  ...where
}: MongoReadStoreOptions): Promise<ReadStore> {
  return new MongoReader(await connectMongo(where), views, queryMsMax);
}

export interface MongoWriterOptions extends MongoReadStoreOptions {
  readonly signal?: AbortSignal;
  /** Called once when this process must wait, because another process holds the lease. */
  readonly onStandby?: () => void;
  /** Returns false to let another process take the lease. */
  readonly able?: () => boolean;
  readonly leaseMs?: number;
  readonly leaseEveryMs?: number;
  readonly traits?: Partial<ServerTraits>;
}

/**
 * Waits until no other projector holds the lease.
 * @throws when `signal` aborts
 * @throws when no server answers
 */
export async function openMongoWriter(options: MongoWriterOptions): Promise<ReadStoreWriter> {
  const { views, signal, onStandby, able, leaseMs, leaseEveryMs, queryMsMax } = options;
  const connection = await connectMongo(options);
  try {
    const traits = { ...(await traitsOf(connection)), ...options.traits };
    const lease = await acquireLease({
      connection,
      signal,
      onStandby,
      able,
      ...(leaseMs !== undefined && { leaseMs }),
      ...(leaseEveryMs !== undefined && { everyMs: leaseEveryMs }),
    });
    try {
      return await MongoWriter.open({ connection, traits, lease, views, signal, queryMsMax });
    } catch (error) {
      await lease.release().catch(() => undefined);
      throw error;
    }
  } catch (error) {
    await connection.close();
    throw error;
  }
}
