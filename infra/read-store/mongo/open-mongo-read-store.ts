import { type ConnectMongo, connectMongo, type ServerTraits, traitsOf } from '../../mongo/connect-mongo.js';
import type { ReadStore, ReadStoreWriter, View } from '../view.js';
import { MongoReader } from './mongo-reader.js';
import { MongoWriter } from './mongo-writer.js';
import { acquireLease } from './projector-lease.js';

export interface MongoReadStoreOptions extends ConnectMongo {
  readonly views: readonly View[];
  /** How long the server may work on one question; default 10 s. */
  readonly queryMsMax?: number;
}

/** The asking side, for any number of processes. @throws when no server answers within five seconds */
export async function openMongoReadStore({
  views,
  queryMsMax,
  ...where
}: MongoReadStoreOptions): Promise<ReadStore> {
  return new MongoReader(await connectMongo(where), views, queryMsMax);
}

export interface MongoWriterOptions extends MongoReadStoreOptions {
  /** Ends the waiting for the lease. */
  readonly signal?: AbortSignal;
  /** Told once when another projector is in office and this one waits. */
  readonly onStandby?: () => void;
  /** Whether this process can project at all now: one that cannot leaves the office to another. Default: always. */
  readonly able?: () => boolean;
  /** How long a projector may be silent before a standby takes over; default 6 s. */
  readonly leaseMs?: number;
  /** How often a projector shows that it lives, and a standby looks; default a third, and a sixth, of `leaseMs`. */
  readonly leaseEveryMs?: number;
  /** Instead of what the server says it can do. */
  readonly traits?: Partial<ServerTraits>;
}

/**
 * The writing side. Resolves once no other projector is in office: waits as a standby for as long as that takes.
 * @throws when the signal ended the waiting, or no server answers
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
