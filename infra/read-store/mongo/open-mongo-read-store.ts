import { connectMongo, type ServerTraits, traitsOf } from '../../mongo/connect-mongo.js';
import type { ReadStore, ReadStoreWriter, View } from '../view.js';
import { MongoReader } from './mongo-reader.js';
import { MongoWriter } from './mongo-writer.js';
import { acquireLease } from './projector-lease.js';

export interface MongoReadStoreOptions {
  /** `mongodb://…/database`. */
  readonly url: string;
  /** How long a question waits for a server that is away; default 5 s. */
  readonly patienceMs?: number;
  readonly views: readonly View[];
}

/** The asking side, for any number of processes. @throws when no server answers within five seconds */
export async function openMongoReadStore({ views, ...where }: MongoReadStoreOptions): Promise<ReadStore> {
  return new MongoReader(await connectMongo(where), views);
}

export interface MongoWriterOptions extends MongoReadStoreOptions {
  /** Ends the waiting for the lease. */
  readonly signal?: AbortSignal;
  /** Told once when another projector is in office and this one waits. */
  readonly onStandby?: () => void;
  /** How long a projector may be silent before a standby takes over; default 6 s. */
  readonly leaseMs?: number;
  /** Instead of what the server says it can do. */
  readonly traits?: Partial<ServerTraits>;
}

/**
 * The writing side. Resolves once no other projector is in office: waits as a standby for as long as that takes.
 * @throws when the signal ended the waiting, or no server answers
 */
export async function openMongoWriter(options: MongoWriterOptions): Promise<ReadStoreWriter> {
  const { views, signal, onStandby, leaseMs } = options;
  const connection = await connectMongo(options);
  try {
    const traits = { ...(await traitsOf(connection)), ...options.traits };
    const lease = await acquireLease({
      connection,
      signal,
      onStandby,
      ...(leaseMs !== undefined && { leaseMs }),
    });
    try {
      return await MongoWriter.open({ connection, traits, lease, views });
    } catch (error) {
      await lease.release().catch(() => undefined);
      throw error;
    }
  } catch (error) {
    await connection.close();
    throw error;
  }
}
