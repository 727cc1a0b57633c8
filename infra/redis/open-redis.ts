import { Redis } from 'ioredis';

export interface OpenRedisOptions {
  /** `redis://…` or `rediss://…`. */
  readonly url: string;
  /** Shown in CLIENT LIST: `api sessions`, `worker jobs` … */
  readonly name: string;
  /** Told once when the connection is lost, and never with a password. It comes back by itself. */
  readonly onFault?: (message: string) => void;
  /** How long the first connection may take; default 10 s. */
  readonly connectMs?: number;
  /** How long a command of a request may take; default 2 s. */
  readonly commandMs?: number;
}

export interface RedisConnection {
  readonly client: Redis;
  /** False while Redis cannot be asked. */
  connected(): boolean;
  /** Another connection with the same settings, for what blocks: it waits instead of failing. */
  patient(name: string): Redis;
  /** Hears what is published on `channel`, again after every reconnection; not what is published in between. */
  listen(name: string, channel: string, heard: (message: string) => void): Promise<void>;
  close(): Promise<void>;
}

const CONNECT_MS = 10_000;
const COMMAND_MS = 2_000;
const RETRY_MS_MAX = 1_000;
const CLOSE_MS = 500;

/**
 * A connection for commands that somebody waits for: while Redis is away they fail at once, and never take longer than
 * `commandMs`. It reconnects by itself. @throws RedisUnsuitable when Redis does not answer, or would forget what it is told
 */
export async function openRedis(options: OpenRedisOptions): Promise<RedisConnection> {
  const { url, name, connectMs = CONNECT_MS, commandMs = COMMAND_MS } = options;
  const client = new Redis(url, {
    ...sharedOptions(name),
    connectTimeout: connectMs,
    commandTimeout: commandMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
  });
  readBeforeGivingUp(client);
  const others: Redis[] = [];
  const reported = reportOnce(options);
  watch(client, reported);
  try {
    await firstReady(client, url, connectMs);
    await requireNoEviction(client, url);
  } catch (error) {
    client.disconnect();
    throw error;
  }
  const patient = (otherName: string): Redis => {
    const other = new Redis(url, { ...sharedOptions(otherName), maxRetriesPerRequest: null });
    others.push(other);
    watch(other, reported);
    return other;
  };
  return {
    client,
    connected: () => client.status === 'ready',
    patient,
    listen: async (otherName, channel, heard) => {
      const listening = patient(otherName);
      listening.on('message', (_channel: string, message: string) => heard(message));
      await listening.subscribe(channel);
      listening.on('ready', () => {
        listening.subscribe(channel).catch((error: Error) => {
          // Closed while it asked: nobody listens any more.
          if (listening.status !== 'end') reported.lost(error.message);
        });
      });
    },
    close: async () => {
      for (const other of others) other.disconnect();
      await quit(client);
    },
  };
}

const sharedOptions = (name: string) => ({
  // Every version and every look-alike answers in the same shapes with it.
  protocol: 2 as const,
  connectionName: name.replaceAll(' ', '-'),
  // The client's own asks nobody whether it went well: closed meanwhile, it would end the process.
  autoResubscribe: false,
  // A socket that Redis does not close itself; a process that ends waits for this long.
  disconnectTimeout: 100,
  retryStrategy: (times: number) => Math.min(50 * 2 ** Math.min(times, 10), RETRY_MS_MAX),
  // A replica that was promoted meanwhile, or one that was demoted.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
});

/**
 * No command is given up before what lies in the socket was read: a process that stood still for as long as `commandMs` has
 * its answers, and is no reason to turn anybody away. The client's own bound comes before it reads.
 */
function readBeforeGivingUp(client: Redis): void {
  const send = client.sendCommand.bind(client);
  client.sendCommand = (command, stream) => {
    const { reject } = command;
    command.reject = (error) => {
      if (error.message === 'Command timed out') setImmediate(() => reject(error));
      else reject(error);
    };
    return send(command, stream);
  };
}

/** Connection errors come once per try; one line per outage is enough. */
function reportOnce({ url, onFault }: OpenRedisOptions): { lost(reason: string): void; back(): void } {
  let away = false;
  return {
    lost(reason) {
      if (!away) onFault?.(`Redis at ${addressOf(url)} is away: ${reason}`);
      away = true;
    },
    back: () => void (away = false),
  };
}

function watch(client: Redis, reported: ReturnType<typeof reportOnce>): void {
  client.on('error', (error: Error) => reported.lost(error.message));
  client.on('ready', () => reported.back());
}

async function firstReady(client: Redis, url: string, connectMs: number): Promise<void> {
  const unsuitable = (reason: string): Error =>
    new RedisUnsuitable(`Redis at ${addressOf(url)} cannot be used: ${reason}`);
  let reason = 'no answer';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => end(() => reject(unsuitable(reason))), connectMs);
    const note = (error: Error): void => {
      reason = error.message;
      // No waiting makes a wrong password right.
      if (/^(WRONGPASS|NOAUTH|NOPERM)/.test(reason)) end(() => reject(unsuitable(reason)));
    };
    const ready = (): void => end(resolve);
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      client.off('error', note).off('ready', ready);
      settle();
    };
    client.on('error', note).once('ready', ready);
  });
}

/** Sessions and jobs that Redis drops to make room would be people logged out and work that waits. */
async function requireNoEviction(client: Redis, url: string): Promise<void> {
  const memory = await client.info('memory').catch((error: Error) => {
    throw new RedisUnsuitable(`Redis at ${addressOf(url)} cannot be used: ${error.message}`);
  });
  const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1];
  if (policy !== undefined && policy !== 'noeviction')
    throw new RedisUnsuitable(
      `Redis at ${addressOf(url)} may drop keys: set maxmemory-policy to noeviction (it is ${policy})`,
    );
}

async function quit(client: Redis): Promise<void> {
  const timer = setTimeout(() => client.disconnect(), CLOSE_MS);
  try {
    await client.quit();
  } catch {
    client.disconnect();
  } finally {
    clearTimeout(timer);
  }
}

/** What stands in the way of using a Redis, in one line that an operator can act on. Names no password. */
export class RedisUnsuitable extends Error {
  override readonly name = 'RedisUnsuitable';
}

/** `host:port` of a Redis URL, without user and password. */
function addressOf(url: string): string {
  return new URL(url).host;
}
