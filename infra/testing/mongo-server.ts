import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { buildMongoCompatible } from './build-mongo-compatible.js';
import { startMongoContainer } from './mongo-container.js';
import { type Pooled, ProcessPool } from './process-pool.js';
import { freePort } from './product.js';
import { PATIENCE_MS, until } from './until.js';

export interface MongoServer {
  /** New, empty database at each call. */
  databaseUrl(): string;
  readonly kind: 'mongodb' | 'ferretdb';
  stop(): Promise<void>;
}

export interface NoMongoServer {
  readonly missing: string;
}

export interface StartMongoServer {
  /** Keeps databases over restarts. */
  readonly dataDir?: string;
  /** Default: a free port. */
  readonly port?: number;
  /** Not atomic; aborts undo nothing. */
  readonly pretendTransactions?: boolean;
}

const START_TIMEOUT_MS = PATIENCE_MS;

/** `URL` rejects several hosts. */
const databaseOf = (base: string): string =>
  base.replace(
    /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/,
    (_whole, servers: string, options = '') => `${servers}/test-${randomBytes(6).toString('hex')}${options}`,
  );

/** Uses `MONGODB_URL` when set, else MongoDB in a container, else FerretDB built here. */
export async function reachMongo(): Promise<MongoServer | NoMongoServer> {
  const given = process.env['MONGODB_URL'];
  if (given) return { databaseUrl: () => databaseOf(given), kind: 'mongodb', stop: () => Promise.resolve() };
  const container = await startMongoContainer();
  if (container)
    return { databaseUrl: () => databaseOf(container.url), kind: 'mongodb', stop: () => container.stop() };
  return takeMongoServer();
}

const answers = ({ url }: Pick<Pooled, 'url'>): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => resolve(true)).on('error', () => resolve(false));
    socket.once('connect', () => socket.end());
  });

/** Each suite has its own database and must not kill or freeze the server. */
async function takeMongoServer(): Promise<MongoServer | NoMongoServer> {
  const built = await buildMongoCompatible();
  if ('missing' in built) return built;
  const pool = new ProcessPool<Pooled>(
    'mongodb',
    built,
    async (folder) => {
      const address = `127.0.0.1:${await freePort()}`;
      const child = spawn(built.program, ['-listen', address], {
        stdio: 'ignore',
        detached: true,
        env: { ...process.env, TMPDIR: folder },
      });
      child.unref();
      const pooled = { pid: child.pid!, url: `mongodb://${address}/` };
      await until(() => answers(pooled), 'the MongoDB-compatible server');
      return pooled;
    },
    answers,
  );
  const pooled = await pool.take();
  return {
    databaseUrl: () => databaseOf(pooled.url),
    kind: 'ferretdb',
    stop: async () => pool.giveBack(pooled),
  };
}

/** `-follow-stdin` ends FerretDB when this process dies. */
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
