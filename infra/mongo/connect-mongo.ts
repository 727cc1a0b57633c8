import mongoose, { type Connection } from 'mongoose';

export interface ConnectMongo {
  /** `mongodb://host/database`; the database is `naira-ledger` when none is named. */
  readonly url: string;
  /** How long an operation waits for a server before it fails; default 5 s. */
  readonly patienceMs?: number;
  /** How long a server that was asked may be silent; default 30 s. */
  readonly silenceMs?: number;
}

/** What the server at the other end can do. */
export interface ServerTraits {
  /** Several documents in one step: replica sets and sharded clusters. */
  readonly transactions: boolean;
  /**
   * The filter of a write may say more than the `_id`. FerretDB 1 reads the whole collection for such a filter, and
   * keeps a connection for each write of a command.
   */
  readonly guardedWrites: boolean;
  /** Writes in one command. */
  readonly writesMax: number;
}

const PATIENCE_MS = 5_000;
/** Longer than any single command of ours takes, lists on a busy server included. */
const SILENCE_MS = 30_000;
const DATABASE = 'naira-ledger';

/**
 * Connects, and reconnects by itself from then on. 64-bit integers are `bigint`. Nothing is created by looking at it.
 * Every operation ends: the driver would wait for ever for a free connection, and for an answer on one that is open.
 * @throws when no server answers in time
 */
export function connectMongo({
  url,
  patienceMs = PATIENCE_MS,
  silenceMs = SILENCE_MS,
}: ConnectMongo): Promise<Connection> {
  const connection = mongoose.createConnection(url, {
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
  return connection.asPromise();
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

const AWAY_NAMES: readonly string[] = [
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
/** Too slow, shutting down, or no longer the primary. */
const AWAY_CODES: readonly unknown[] = [50, 91, 189, 10_107, 11_600, 11_602, 13_435, 13_436];

/** True when the server did not answer, or not in time; false when it answered that it will not. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause, writeErrors } = error as Error & {
    readonly code?: unknown;
    readonly writeErrors?: unknown;
  };
  // Writes that were sent together fail together when the connection breaks, and name no one of them.
  const broken = error.name === 'MongoBulkWriteError' && code === undefined && !hasAny(writeErrors);
  return broken || AWAY_NAMES.includes(error.name) || AWAY_CODES.includes(code) || isAway(cause);
}

const hasAny = (list: unknown): boolean => Array.isArray(list) && list.length > 0;

/** True for an insertion of what is there already. */
export const isDuplicate = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { readonly code?: unknown }).code === 11_000;
