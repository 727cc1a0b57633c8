import { Redis } from 'ioredis';

export interface OpenRedisOptions {
  /** `redis://…` or `rediss://…`. */
  readonly url: string;
  /** Name of the connection in CLIENT LIST, such as `api sessions`. */
  readonly name: string;
  /**
   * Called once per outage with a message. The message never contains the password. Redis reconnects by
   * itself.
   */
  readonly onFault?: (message: string) => void;
  /** Milliseconds after which the first connection attempt fails. Default: 10 s. */
  readonly connectMs?: number;
  /** Milliseconds after which a command fails. Default: 2 s. */
  readonly commandMs?: number;
}

export interface RedisConnection {
  readonly client: Redis;
  connected(): boolean;
  /** Makes a connection for blocking commands. During an outage, its commands wait instead of failing. */
  patient(name: string): Redis;
  /**
   * Subscribes to a channel. Subscribes again after an outage. Messages that are sent during an outage are
   * lost.
   */
  listen(name: string, channel: string, heard: (message: string) => void): Promise<void>;
  close(): Promise<void>;
}

const CONNECT_MS = 10_000;
const COMMAND_MS = 2_000;
const RETRY_MS_MAX = 1_000;
const CLOSE_MS = 500;

/**
 * Connects to Redis. During an outage, a command fails at once. A command without an answer fails after
 * `commandMs`.
 * @throws RedisUnsuitable when Redis does not answer, or may delete keys for lack of memory
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
  // Use protocol 2, whose replies are the same in all versions of Redis and in compatible servers.
  protocol: 2 as const,
  connectionName: name.replaceAll(' ', '-'),
  // Turn off `autoResubscribe`, because its failures would be unhandled rejections.
  autoResubscribe: false,
  disconnectTimeout: 100,
  retryStrategy: (times: number) => Math.min(50 * 2 ** Math.min(times, 10), RETRY_MS_MAX),
  // Connect again after a READONLY error, because the server has become a replica, which refuses writes.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
});

/**
 * When a command times out, first reads data that has already arrived. After a suspension of the process, this
 * data may contain the answer.
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

/**
 * Requires the memory policy `noeviction`. With another policy, a full Redis would delete sessions and jobs.
 */
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

export class RedisUnsuitable extends Error {
  override readonly name = 'RedisUnsuitable';
}

function addressOf(url: string): string {
  return new URL(url).host;
}
