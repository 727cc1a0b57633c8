import { once } from 'node:events';
import { Redis } from 'ioredis';
import type { Calls } from '../../../../infra/testing/mongo-calls.js';
import type { TestCluster } from './start-cluster.js';

/** What the three stores of a cluster were asked, by kind. */
export type StoreCalls = Readonly<Record<'eventStore' | 'mongo' | 'redis', Calls>>;

const MARK = 'calls-are-counted-until-here';

/** Counts what a cluster asks its stores. The cluster must have been started `counted`. */
export class CallCounter {
  private readonly redis: Calls = {};

  private constructor(
    private readonly cluster: TestCluster,
    private readonly client: Redis,
    private readonly monitor: Redis,
  ) {
    monitor.on('monitor', (_time: string, args: readonly string[], source: string) => {
      // A script that the server runs is one call, whatever it does.
      if (source === 'lua') return;
      if (args[1] === MARK) return void monitor.emit(MARK);
      const call = redisCallOf(args);
      this.redis[call] = (this.redis[call] ?? 0) + 1;
    });
  }

  static async of(cluster: TestCluster): Promise<CallCounter> {
    await cluster.eventStore.tell('count');
    const client = new Redis(cluster.redis.url);
    return new CallCounter(cluster, client, await client.monitor());
  }

  /** Everything asked since it began. */
  async take(): Promise<StoreCalls> {
    // Redis tells its calls in order: when this one is told, so were all before.
    const told = once(this.monitor, MARK);
    await this.client.echo(MARK);
    await told;
    const { calls } = await this.cluster.eventStore.counted();
    return { eventStore: calls, mongo: this.cluster.mongo.calls(), redis: { ...this.redis } };
  }

  async close(): Promise<void> {
    this.monitor.disconnect();
    await this.client.quit();
  }
}

/** A command and the kind of its key, as `evalsha jobs vendor-1-airtime wait`: ids are left out. */
const redisCallOf = ([command = '', ...args]: readonly string[]): string => {
  const name = command.toLowerCase();
  const key = /^(?:eval|evalsha)$/.test(name) ? args[2] : args[0];
  const words = (key ?? '').split(':').filter((word) => word !== 'ledger' && !ID.test(word));
  return [name, ...words].join(' ').trim();
};

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-/;
