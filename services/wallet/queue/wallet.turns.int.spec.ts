import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { redisTurns } from '../../../infra/lease/redis-turns.js';
import { openRedis, type RedisConnection } from '../../../infra/redis/open-redis.js';
import {
  describeWithRedis,
  openRedisUnderTest,
  type RedisUnderTest,
} from '../../../infra/testing/redis-under-test.js';
import { PATIENCE_MS, until } from '../../../infra/testing/until.js';
import { buy, fund } from '../testing/given-wallet.js';
import { WalletProcess } from '../testing/wallet-process.js';

const BUYERS = 8;
/** Changes from one process to the other that are counted, and that come before. */
const CHANGES = 30;
const SALES_MAX = 5_000;
/** Milliseconds longer than any test. */
const LONG_MS = 3_600_000;

describeWithRedis('a wallet that two processes sell from', () => {
  let redis: RedisUnderTest;
  let store: MemoryEventStore;
  const connections: RedisConnection[] = [];
  const join = async (holdMs = LONG_MS): Promise<WalletProcess> => {
    const times = { connectMs: PATIENCE_MS, commandMs: PATIENCE_MS };
    const connection = await openRedis({ ...times, url: redis.url, name: 'turns' });
    connections.push(connection);
    const limits = { holdMs, waitMs: LONG_MS, answerMs: LONG_MS };
    return new WalletProcess(
      store,
      {},
      await redisTurns({ redis: connection, prefix: redis.prefix, ...limits }),
    );
  };
  beforeEach(async () => {
    redis = await openRedisUnderTest();
    store = new MemoryEventStore();
    await new WalletProcess(store).ask(fund(100_000_000n));
  });
  afterEach(async () => {
    for (const each of connections.splice(0)) await each.close();
    await redis.end();
  });

  /** Sellers in the order of their purchases. */
  let sales: string[];
  const changes = (): number[] => sales.flatMap((name, at) => (at > 0 && name !== sales[at - 1] ? [at] : []));
  beforeEach(() => {
    sales = [];
  });
  async function buyBy(name: string, process: WalletProcess, isOver: () => boolean): Promise<void> {
    let count = 0;
    const buyer = async (): Promise<void> => {
      while (!isOver())
        if ((await process.codeOf(buy(`${name}-${count++}`, 100n))) === 'accepted') sales.push(name);
    };
    await Promise.all(Array.from({ length: BUYERS }, buyer));
  }
  const later = async (): Promise<void> => {
    for (let turns = 0; turns < 20; turns += 1) await nextTurn();
  };

  it('serves both by turns, although the calls of one take longer', async () => {
    const [quick, slow] = [await join(), await join()];
    quick.connection.turn = nextTurn;
    slow.connection.turn = later;
    const isOver = (): boolean => changes().length >= 2 * CHANGES || sales.length >= SALES_MAX;
    await Promise.all([buyBy('quick', quick, isOver), buyBy('slow', slow, isOver)]);
    // The first conflicts come before the first turns.
    const byTurns = sales.slice(changes()[CHANGES]);
    const share = byTurns.filter((name) => name === 'slow').length / byTurns.length;
    expect(share).toBeGreaterThanOrEqual(0.4);
    expect(share).toBeLessThanOrEqual(0.6);
    // A turn sells at most what all buyers of a process ask for.
    expect(byTurns.length).toBeLessThanOrEqual((CHANGES + 1) * BUYERS * 1.2);
  });

  it('serves the other after one died with the turn', async () => {
    const [quick, slow] = [await join(50), await join(50)];
    const dead = new Promise<never>(() => undefined);
    let appends = 0;
    quick.connection.turn = () => (++appends > 40 ? dead : nextTurn());
    slow.connection.turn = later;
    void buyBy('quick', quick, () => false);
    const died = until(() => appends > 40).then(() => connections[0]!.client.disconnect());
    let isDead = false;
    void died.then(() => (isDead = true));
    let after = 0;
    await buyBy('slow', slow, () => isDead && (after += 1) > 20 * BUYERS);
    expect(sales.slice(-BUYERS)).toEqual(Array.from({ length: BUYERS }, () => 'slow'));
  });

  it('takes no turns when one process sells alone', async () => {
    const alone = await join();
    alone.connection.turn = nextTurn;
    await buyBy('quick', alone, () => sales.length >= 10 * BUYERS);
    expect(await connections[0]!.client.keys(`${redis.prefix}:turn:*`)).toEqual([]);
  });
});
