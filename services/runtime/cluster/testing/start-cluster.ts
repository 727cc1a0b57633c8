import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildMongoCompatible } from '../../../../infra/testing/build-mongo-compatible.js';
import { CuttablePort } from '../../../../infra/testing/eventstoredb-fixture/cuttable-port.js';
import { MongoCalls } from '../../../../infra/testing/mongo-calls.js';
import { startMongoServer } from '../../../../infra/testing/mongo-server.js';
import type { Calls } from '../../../../infra/testing/mongo-calls.js';
import type { MongoServer } from '../../../../infra/testing/mongo-server.js';
import {
  freePort,
  ledger,
  ready,
  startProcess,
  startSandboxProcess,
} from '../../../../infra/testing/product.js';
import type { Environment, Running, SeededUser } from '../../../../infra/testing/product.js';
import { redisServerMissing, startRedisServer } from '../../../../infra/testing/redis-server.js';
import type { RedisServer } from '../../../../infra/testing/redis-server.js';
import { startEventStoreServer } from './event-store-server.js';
import type { EventStoreServer } from './event-store-server.js';

export type Role = 'api' | 'worker' | 'projector';

export type CutStore = 'Redis' | 'the event store';

/** A process that restarts at the same address. */
export interface Member {
  readonly role: Role;
  readonly url: string;
  /** Undefined while it is stopped. */
  pid(): number | undefined;
  kill(): Promise<void>;
  /** Resolves when it is ready. */
  start(): Promise<void>;
  /** Returns the exit code after SIGTERM. */
  stop(): Promise<number | null>;
  /** Returns the exit code of a process that ends by itself. */
  ended(): Promise<number | null>;
  /** Sends SIGSTOP: its connections stay open. */
  pause(): void;
  resume(): void;
  /**
   * Cuts the process off from one store until `rejoin`. Redis falls silent, the event store refuses
   * connections. Needs `cuttable`.
   */
  cutOff(from: CutStore): Promise<void>;
  rejoin(): Promise<void>;
  output(): string;
}

export interface TestCluster {
  readonly eventStore: EventStoreServer;
  readonly redis: RedisServer;
  readonly mongo: {
    away(): Promise<void>;
    back(): Promise<void>;
    /** Needs `counted`. */
    calls(): Calls;
  };
  readonly sandbox: { readonly url: string; restart(): Promise<void> };
  readonly members: readonly Member[];
  of(role: Role): Member[];
  /** Starts one more process. */
  add(role: 'worker' | 'projector'): Promise<Member>;
  seed(users: number, naira: number): Promise<SeededUser[]>;
  /** `npm run ledger -- …` on this cluster. */
  ledger(...args: string[]): Promise<string>;
  readonly settings: Environment;
  stop(): Promise<void>;
}

export interface StartCluster {
  readonly api: number;
  readonly worker: number;
  readonly projector: number;
  readonly settings?: Environment;
  readonly sandbox?: Environment;
  /** Gives each process its own `CuttablePort` and door. */
  readonly cuttable?: boolean;
  /** Counts the calls to MongoDB with `MongoCalls`. */
  readonly counted?: boolean;
  /** Running stores to use instead of own ones. The event store must be empty. */
  readonly stores?: { readonly eventStore?: string; readonly mongo?: string; readonly redis?: string };
  /** Replaces `make-secrets` before the processes start. */
  readonly prepare?: (run: TestCluster['ledger']) => Promise<unknown>;
}

/** undefined when this machine can run a cluster. */
export async function clusterMissing(): Promise<string | undefined> {
  if (redisServerMissing !== undefined) return redisServerMissing;
  const built = await buildMongoCompatible();
  return 'missing' in built ? built.missing : undefined;
}

const SEED_TRIES = 4;

/** @throws when `clusterMissing` gives a reason */
export async function startCluster(wanted: StartCluster): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  const mongoPort = await freePort();
  const given = wanted.stores ?? {};
  const startMongo = async (): Promise<Pick<MongoServer, 'databaseUrl' | 'stop'>> => {
    if (given.mongo !== undefined) return givenMongo(given.mongo);
    const started = await startMongoServer({ dataDir: join(folder, 'mongo'), port: mongoPort });
    if ('missing' in started) throw new Error(started.missing);
    return started;
  };
  let mongo = await startMongo();
  const database = new URL(mongo.databaseUrl());
  const counter = wanted.counted ? await MongoCalls.before(database.href) : undefined;
  const doors = wanted.cuttable ? wanted.api + wanted.worker + wanted.projector : 0;
  const [eventStore, redis] = await Promise.all([
    given.eventStore === undefined ? startEventStoreServer(doors) : givenEventStore(given.eventStore),
    given.redis === undefined ? startRedisServer() : givenRedis(given.redis),
  ]);

  const apiPorts = await Promise.all(Array.from({ length: wanted.api }, freePort));
  const vendor: Environment = {
    DATA_DIR: join(folder, 'vendor'),
    SANDBOX_PORT: String(await freePort()),
    SANDBOX_LATENCY_MS: '5',
    PORT: String(apiPorts[0]),
    ...wanted.sandbox,
  };
  let sandbox = await startSandboxProcess(vendor);
  const settings: Environment = {
    EVENTSTORE_URL: eventStore.url,
    MONGODB_URL: counter?.url ?? database.href,
    REDIS_URL: redis.url,
    SECRETS_DIR: join(folder, 'secrets'),
    DATA_DIR: join(folder, 'data'),
    SANDBOX_URL: sandbox.url,
    LOG_LEVEL: 'warn',
    ...wanted.settings,
  };
  const run = (...args: string[]): Promise<string> => ledger(join(folder, 'data'), args, settings);
  await (wanted.prepare ?? ((command) => command('make-secrets')))(run);

  const ways: CuttablePort[] = [];
  let doorsTaken = 0;
  const member = async (role: Role, port: number): Promise<Member> => {
    const url = `http://127.0.0.1:${port}`;
    const listens = role === 'api' ? { PORT: String(port) } : { HEALTH_PORT: String(port) };
    const way = wanted.cuttable ? new CuttablePort(Number(new URL(redis.url).port)) : undefined;
    const door = doorsTaken++;
    const ownWays: Environment = way
      ? { REDIS_URL: `redis://127.0.0.1:${await way.listen(0)}`, EVENTSTORE_URL: eventStore.doors[door]! }
      : {};
    if (way) ways.push(way);
    let running: Running | undefined;
    let earlier = '';
    const begin = async (): Promise<void> => {
      running = startProcess(`app/${role}.js`, url, { ...settings, ...listens, ...ownWays });
      await ready(running, '/readyz');
    };
    const end = async (signal: NodeJS.Signals): Promise<number | null> => {
      const code = (await running?.stop(signal)) ?? null;
      earlier += running?.output() ?? '';
      running = undefined;
      return code;
    };
    return {
      role,
      url,
      pid: () => running?.child.pid,
      start: begin,
      kill: async () => void (await end('SIGKILL')),
      stop: () => end('SIGTERM'),
      ended: async () => {
        const child = running?.child;
        if (child && child.exitCode === null && child.signalCode === null) await once(child, 'close');
        return child?.exitCode ?? null;
      },
      pause: () => void running?.child.kill('SIGSTOP'),
      resume: () => void running?.child.kill('SIGCONT'),
      async cutOff(from) {
        if (!way) throw new Error('a cluster that was not started cuttable');
        if (from === 'Redis') way.stall();
        else await eventStore.tell(`cut-door ${door}`);
      },
      async rejoin() {
        way?.resume();
        await eventStore.tell(`mend-door ${door}`);
      },
      output: () => earlier + (running?.output() ?? ''),
    };
  };
  const members = [
    ...(await Promise.all(apiPorts.map((port) => member('api', port)))),
    ...(await Promise.all(
      Array.from({ length: wanted.worker }, async () => member('worker', await freePort())),
    )),
    ...(await Promise.all(
      Array.from({ length: wanted.projector }, async () => member('projector', await freePort())),
    )),
  ];
  const stop = async (): Promise<void> => {
    await Promise.all(members.map((each) => each.kill()));
    await Promise.all(ways.map((way) => way.close()));
    await Promise.all([sandbox.stop('SIGKILL'), redis.remove(), eventStore.stop()]);
    await counter?.stop();
    await mongo.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(members.map((each) => each.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    eventStore,
    redis,
    members,
    settings,
    stop,
    ledger: run,
    of: (role) => members.filter((each) => each.role === role),
    async add(role) {
      const added = await member(role, await freePort());
      members.push(added);
      await added.start();
      return added;
    },
    mongo: {
      away: () => mongo.stop(),
      calls: () => ({ ...counter?.calls }),
      back: async () => {
        mongo = await startMongo();
      },
    },
    sandbox: {
      url: sandbox.url,
      async restart() {
        await sandbox.stop();
        sandbox = await startSandboxProcess(vendor);
      },
    },
    async seed(users, naira) {
      for (let tries = 1; ; tries += 1)
        try {
          const text = await run('seed', '--users', String(users), '--balance', String(naira), '--json');
          return JSON.parse(text) as SeededUser[];
        } catch (error) {
          // `seed` gives up on slow stores, and is safe to repeat.
          if (tries === SEED_TRIES) throw error;
        }
    },
  };
}

const notOurs = (): never => {
  throw new Error('a store that was not started here');
};

const givenEventStore = (url: string): EventStoreServer => ({
  url,
  doors: [],
  tell: notOurs,
  counted: notOurs,
  stop: async () => undefined,
});

const givenRedis = (url: string): RedisServer => ({
  url,
  port: Number(new URL(url).port || 6_379),
  kill: notOurs,
  start: notOurs,
  freeze: notOurs,
  thaw: notOurs,
  flush: notOurs,
  remove: async () => undefined,
});

/** A database of its own on the given server. */
function givenMongo(url: string): Pick<MongoServer, 'databaseUrl' | 'stop'> {
  const database = new URL(url);
  database.pathname = `/ledger-${randomUUID()}`;
  return { databaseUrl: () => database.href, stop: async () => undefined };
}
