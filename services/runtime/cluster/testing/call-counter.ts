import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import type { Calls } from '../../../../infra/testing/mongo-calls.js';
import type { TestCluster } from './start-cluster.js';

export type StoreCalls = Readonly<Record<'eventStore' | 'mongo' | 'redis', Calls>>;

const MARK = 'calls-are-counted-until-here';

/** Counts calls to the stores. Needs a cluster that was started with `counted`. */
export class CallCounter {
  private readonly redis: Calls = {};

  private readonly marks = new EventEmitter();

  private constructor(
    private readonly cluster: TestCluster,
    private readonly client: Redis,
    private readonly monitor: Socket,
  ) {}

  static async of(cluster: TestCluster): Promise<CallCounter> {
    await cluster.eventStore.tell('count');
    const { hostname, port } = new URL(cluster.redis.url);
    // Not `client.monitor()`: it fails when a call arrives in the same packet as its OK.
    const monitor = connect(Number(port), hostname);
    const counter = new CallCounter(cluster, new Redis(cluster.redis.url), monitor);
    const lines = createInterface({ input: monitor });
    const begun = once(lines, 'line');
    lines.on('line', (line) => counter.note(line));
    monitor.write('MONITOR\r\n');
    await begun;
    return counter;
  }

  /** @param line such as `+1339518083.107412 [0 127.0.0.1:60866] "get" "key"`, or the initial `+OK` */
  private note(line: string): void {
    const args = Array.from(line.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, arg]) => arg!);
    // A script counts as one call.
    if (args.length === 0 || line.includes(' lua] ')) return;
    if (args[1] === MARK) return void this.marks.emit(MARK);
    const call = redisCallOf(args);
    this.redis[call] = (this.redis[call] ?? 0) + 1;
  }

  /** All calls since the start. */
  async take(): Promise<StoreCalls> {
    // Redis reports calls in order, so `MARK` comes after every earlier call.
    const told = once(this.marks, MARK);
    await this.client.echo(MARK);
    await told;
    const { calls } = await this.cluster.eventStore.counted();
    return { eventStore: calls, mongo: this.cluster.mongo.calls(), redis: { ...this.redis } };
  }

  async close(): Promise<void> {
    this.monitor.destroy();
    await this.client.quit();
  }
}

/** Command and kind of key, without ids: `evalsha jobs vendor-1-airtime wait`. */
const redisCallOf = ([command = '', ...args]: readonly string[]): string => {
  const name = command.toLowerCase();
  const key = /^(?:eval|evalsha)$/.test(name) ? args[2] : args[0];
  const words = (key ?? '').split(':').filter((word) => word !== 'ledger' && !ID.test(word));
  return [name, ...words].join(' ').trim();
};

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-/;
