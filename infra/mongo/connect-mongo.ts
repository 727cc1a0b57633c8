import mongoose, { type Connection } from 'mongoose';
import { ClientWatch } from './client-watch.js';

export interface ConnectMongo {
  /** Address of the database, such as `mongodb://host/database`. The default database is `naira-ledger`. */
  readonly url: string;
  /** Milliseconds after which an operation fails if no server is available. Default: 5 s. */
  readonly patienceMs?: number;
  /** Milliseconds without an answer after which a command fails. Default: 30 s. */
  readonly silenceMs?: number;
  /** Milliseconds without an answer after which the client is replaced. Default: 60 s. */
  readonly stuckMs?: number;
  readonly lookEveryMs?: number;
  readonly onFault?: ((message: string) => void) | undefined;
}

export interface ServerTraits {
  readonly transactions: boolean;
  /**
   * True when the filter of a write may name fields other than `_id`. False for FerretDB 1, which would read
   * the whole collection for such a filter.
   */
  readonly guardedWrites: boolean;
  readonly writesMax: number;
}

const PATIENCE_MS = 5_000;
const SILENCE_MS = 30_000;
const STUCK_MS = 2 * SILENCE_MS;
const LOOK_EVERY_MS = 5_000;
const DATABASE = 'naira-ledger';

/**
 * Limits the time of every operation, because the driver waits forever by default. Reads 64-bit integers as
 * `bigint`. Reading never creates a collection.
 * @throws when no server answers in time
 */
export async function connectMongo({
  url,
  patienceMs = PATIENCE_MS,
  silenceMs = SILENCE_MS,
  stuckMs = STUCK_MS,
  lookEveryMs: everyMs = LOOK_EVERY_MS,
  onFault = () => undefined,
}: ConnectMongo): Promise<Connection> {
  // Make new options for each call, because the driver deletes some of their fields.
  const settings = (): mongoose.ConnectOptions => ({
    autoCreate: false,
    autoIndex: false,
    bufferCommands: false,
    useBigInt64: true,
    ignoreUndefined: true,
    serverSelectionTimeoutMS: patienceMs,
    connectTimeoutMS: patienceMs,
    heartbeatFrequencyMS: 2_000,
    socketTimeoutMS: silenceMs,
    waitQueueTimeoutMS: silenceMs,
    maxPoolSize: 20,
    writeConcern: { w: 'majority' },
    readConcernLevel: 'majority',
    ...(namesDatabase(url) ? {} : { dbName: DATABASE }),
  });
  const connection = await mongoose.createConnection(url, settings()).asPromise();
  const close = connection.close.bind(connection);
  const watch = new ClientWatch({
    connection,
    serverAnswers: () => answers(url, patienceMs),
    reopen: async () => {
      await close();
      await connection.openUri(url, settings());
    },
    everyMs,
    stuckMs,
    onFault,
  });
  connection.close = async (force?: boolean) => {
    await watch.stop();
    await close(force);
  };
  return connection;
}

async function answers(url: string, patienceMs: number): Promise<boolean> {
  const limits = { connectTimeoutMS: patienceMs, socketTimeoutMS: patienceMs, maxPoolSize: 1 };
  const client = new mongoose.mongo.MongoClient(url, { ...limits, serverSelectionTimeoutMS: patienceMs });
  try {
    await client.db('admin').command({ ping: 1 });
    return true;
  } finally {
    await client.close();
  }
}

const namesDatabase = (url: string): boolean => /^[^:]+:\/\/[^/]+\/[^?]+/.test(url);

/** @throws when the server does not answer */
export async function traitsOf(connection: Connection): Promise<ServerTraits> {
  const admin = connection.getClient().db('admin');
  const hello = await admin.command({ hello: 1 });
  const build = await admin.command({ buildInfo: 1 });
  const ferret = 'ferretdbVersion' in build;
  return {
    transactions: typeof hello['setName'] === 'string' || hello['msg'] === 'isdbgrid',
    guardedWrites: !ferret,
    writesMax: ferret ? 40 : 1_000,
  };
}

const AWAY_NAMES: readonly unknown[] = [
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoPoolClosedError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'WaitQueueTimeoutError',
  'MongoWaitQueueTimeoutError',
  'MongoOperationTimeoutError',
];
const AWAY_CODES: readonly unknown[] = [
  // Server error codes: time limit exceeded, shutting down, or not the primary.
  50,
  91,
  189,
  10_107,
  11_600,
  11_602,
  13_435,
  13_436,
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
];

/** True when an error means that the server cannot be reached. False when the server refused the command. */
export function isAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code, cause, writeErrors } = error as Readonly<
    Partial<Record<'name' | 'code' | 'cause' | 'writeErrors', unknown>>
  >;
  // A bulk write on a broken connection fails with an error without `code` and `writeErrors`.
  const broken = name === 'MongoBulkWriteError' && code === undefined && !hasAny(writeErrors);
  return broken || AWAY_NAMES.includes(name) || AWAY_CODES.includes(code) || isAway(cause);
}

const hasAny = (list: unknown): boolean => Array.isArray(list) && list.length > 0;

export const isDuplicate = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { readonly code?: unknown }).code === 11_000;
