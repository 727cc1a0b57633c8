import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { buildMongoCompatible } from './build-mongo-compatible.js';
import { startMongoContainer } from './mongo-container.js';
import { PATIENCE_MS } from './until.js';

/** A server that speaks MongoDB's protocol, for the time of a test. */
export interface MongoServer {
  /** Of an empty database of its own, a new one at each call. */
  databaseUrl(): string;
  /** What answers. */
  readonly kind: 'mongodb' | 'ferretdb';
  stop(): Promise<void>;
}

/** Why none could be had. */
export interface NoMongoServer {
  readonly missing: string;
}

export interface StartMongoServer {
  /** Keeps the databases over restarts. */
  readonly dataDir?: string;
  /** Default: a free one. */
  readonly port?: number;
  /** Takes transactions as a replica set does; they are not atomic, and not undone when they are aborted. */
  readonly pretendTransactions?: boolean;
}

const START_TIMEOUT_MS = PATIENCE_MS;

/** Hosts may be several, which no URL class takes. */
const databaseOf = (base: string): string =>
  base.replace(
    /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/,
    (_whole, servers: string, options = '') => `${servers}/test-${randomBytes(6).toString('hex')}${options}`,
  );

/** The server that MONGODB_URL names, else MongoDB in a container, else FerretDB, built and started here. */
export async function reachMongo(): Promise<MongoServer | NoMongoServer> {
  const given = process.env['MONGODB_URL'];
  if (given) return { databaseUrl: () => databaseOf(given), kind: 'mongodb', stop: () => Promise.resolve() };
  const container = await startMongoContainer();
  if (container)
    return { databaseUrl: () => databaseOf(container.url), kind: 'mongodb', stop: () => container.stop() };
  return startMongoServer();
}

/** FerretDB in a process of its own, which dies with this one. */
export async function startMongoServer(options: StartMongoServer = {}): Promise<MongoServer | NoMongoServer> {
  const built = await buildMongoCompatible();
  if ('missing' in built) return built;
  const parameters = ['-follow-stdin', '-listen', `127.0.0.1:${options.port ?? 0}`];
  if (options.dataDir !== undefined) parameters.push('-data', options.dataDir);
  if (options.pretendTransactions) parameters.push('-pretend-transactions');
  const child = spawn(built.program, parameters, { stdio: ['pipe', 'pipe', 'inherit'] });
  const url = await firstLine(child);
  return {
    databaseUrl: () => databaseOf(url),
    kind: 'ferretdb',
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout! });
  const timeout = AbortSignal.timeout(START_TIMEOUT_MS);
  try {
    const [line] = (await Promise.race([
      once(lines, 'line', { signal: timeout }),
      once(child, 'exit', { signal: timeout }).then(([code]) => {
        throw new Error(`the MongoDB-compatible server ended with ${String(code)}`);
      }),
    ])) as [string];
    return line;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}
