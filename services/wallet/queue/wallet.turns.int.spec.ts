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
import { PATIENCE_MS } from '../../../infra/testing/until.js';
import { walletStream } from '../../ledger/streams.js';
import { buy, fund, USER } from '../testing/given-wallet.js';
import { WalletProcess } from '../testing/wallet-process.js';

const BUYERS = 8;
const PURCHASES = 400;
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

  /** Buys until the wallet has `PURCHASES` purchases. */
  async function buyBy(name: string, process: WalletProcess): Promise<void> {
    let count = 0;
    const buyer = async (): Promise<void> => {
      while ((await store.head(walletStream(USER))).revision < PURCHASES)
        await process.codeOf(buy(`${name}-${count++}`, 100n));
    };
    await Promise.all(Array.from({ length: BUYERS }, buyer));
  }
  /** Purchases since the slow process first succeeded, and how often the process changes from one to the next. */
  async function sold(): Promise<{ quick: number; slow: number; turns: number }> {
    const events = await store.readStream(walletStream(USER), { limit: 10 * PURCHASES });
    const names = events.flatMap(({ type, data }) =>
      type === 'PurchaseAccepted' ? [String(data['purchaseId']).split('-')[0]!] : [],
    );
    const shared = names.slice(names.indexOf('slow'));
    const slow = shared.filter((name) => name === 'slow').length;
    const turns = shared.filter((name, at) => name !== shared[at - 1]).length;
    return { quick: shared.length - slow, slow, turns };
  }
  const later = async (): Promise<void> => {
    for (let turns = 0; turns < 20; turns += 1) await nextTurn();
  };

  it('serves both by turns, although the calls of one take longer', async () => {
    const [quick, slow] = [await join(), await join()];
    quick.connection.turn = nextTurn;
    slow.connection.turn = later;
    await Promise.all([buyBy('quick', quick), buyBy('slow', slow)]);
    const { quick: ofQuick, slow: ofSlow, turns } = await sold();
    expect(ofSlow).toBeGreaterThan(BUYERS);
    expect(ofQuick / (ofQuick + ofSlow)).toBeGreaterThanOrEqual(0.4);
    expect(ofSlow / (ofQuick + ofSlow)).toBeGreaterThanOrEqual(0.4);
    // A turn sells at most what all buyers of a process ask for.
    expect(turns).toBeGreaterThanOrEqual((0.8 * (ofQuick + ofSlow)) / BUYERS);
  });

  it('serves the other after one died with the turn', async () => {
    const [quick, slow] = [await join(50), await join(50)];
    const dead = new Promise<never>(() => undefined);
    let appends = 0;
    quick.connection.turn = () => (++appends > 40 ? dead : nextTurn());
    slow.connection.turn = later;
    void buyBy('quick', quick);
    await buyBy('slow', slow);
    expect((await sold()).slow).toBeGreaterThan(PURCHASES / 2);
  });

  it('takes no turns when one process sells alone', async () => {
    const alone = await join();
    alone.connection.turn = nextTurn;
    await buyBy('quick', alone);
    expect(await connections[0]!.client.keys(`${redis.prefix}:turn:*`)).toEqual([]);
  });
});
