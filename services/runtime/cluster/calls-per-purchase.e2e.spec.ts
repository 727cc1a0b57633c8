import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buyAirtime, eventually } from '../../standalone/testing/callers.js';
import type { SeededUser } from '../../../infra/testing/product.js';
import { CallCounter } from './testing/call-counter.js';
import { perPurchase, tableOf } from './testing/call-groups.js';
import { factsOf } from './testing/problems-of.js';
import { clusterMissing, startCluster } from './testing/start-cluster.js';
import type { TestCluster } from './testing/start-cluster.js';

const missing = await clusterMissing();
const describeCluster = missing === undefined ? describe : describe.skip;

/** Each customer buys after all others, so every process has handled their previous purchase. */
const CUSTOMERS = 10;
/** Slow machines repeat calls, so the best round counts. */
const ROUNDS = 3;

/**
 * Maximum calls per purchase, with purchases one after the other, so that none share a call. Fractions leave
 * room for a repeated call.
 */
const CEILINGS: Readonly<Record<string, number>> = {
  /** Two in the wallet stream and three in the purchase stream. */
  'eventStore appends': 5.5,
  /** No stream is read: wallets are cached and follow the log. */
  'eventStore other': 0.5,
  /** If each of the five events is projected alone: balance and trial balance twice, history five times. */
  'mongo rows': 9,
  /** If each event is projected alone: four views save their checkpoint. */
  'mongo progress': 20,
  'mongo other': 0.5,
  /** Queue calls of one dispatch. */
  'redis jobs': 9,
  /** Rate limit, and the time of the customer's last request. */
  'redis other': 2.5,
};

describeCluster(`a purchase in a cluster${missing === undefined ? '' : ` (${missing})`}`, () => {
  let cluster: TestCluster;
  let counter: CallCounter;
  let users: SeededUser[];
  let positionBefore: number;
  let bought = 0;

  beforeAll(async () => {
    // Make no seals during the test, because they depend on time and not on purchases.
    const settings = { SEAL_EVERY: '1h' };
    cluster = await startCluster({ api: 1, worker: 1, projector: 1, counted: true, settings });
    users = await cluster.seed(CUSTOMERS, 50_000);
    positionBefore = Number((await factsOf(cluster.of('projector')[0]!))['position']);
    counter = await CallCounter.of(cluster);
  });
  afterAll(async () => {
    await counter?.close();
    await cluster?.stop();
  });

  const buyOne = async (user: SeededUser): Promise<void> => {
    bought += 1;
    const phone = `0803${String(bought).padStart(6, '0')}7`;
    const { status } = await buyAirtime(cluster.of('api')[0]!.url, user, phone);
    expect(status).toBe(200);
  };
  /** Uses only uncounted calls. */
  const captured = (count: number): Promise<unknown> =>
    eventually(
      () => cluster.eventStore.counted(),
      ({ events }) => events['PurchaseCaptured'] === count,
      { everyMs: 20 },
    );
  const projected = async (): Promise<void> => {
    const { events } = await cluster.eventStore.counted();
    const stored = Object.values(events).reduce((sum, each) => sum + each, 0);
    await eventually(
      () => factsOf(cluster.of('projector')[0]!),
      ({ position }) => Number(position) >= positionBefore + stored,
    );
  };

  it('stays below the maximum number of store calls', async () => {
    // Puts the customers' wallets into every cache.
    for (const user of users) await buyOne(user);
    await captured(bought);
    await projected();
    const least = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await counter.take();
      for (const user of users) {
        await buyOne(user);
        await captured(bought);
      }
      await projected();
      const groups = perPurchase(before, await counter.take(), CUSTOMERS);
      process.stdout.write(`\ncalls per purchase\n${tableOf(groups)}`);
      for (const { store, group, calls } of groups)
        least.set(`${store} ${group}`, Math.min(calls, least.get(`${store} ${group}`) ?? calls));
    }
    const over = Object.entries(CEILINGS).filter(([group, ceiling]) => !(least.get(group)! <= ceiling));
    expect(over.map(([group, ceiling]) => `${group}: ${least.get(group)} and not ${ceiling}`)).toEqual([]);
    // The ceilings alone would also pass with a counter that misses calls.
    expect(least.get('eventStore appends')).toBeGreaterThan(4);
    // A lagging projector writes many purchases in one call.
    expect(least.get('mongo rows')).toBeGreaterThan(0);
    expect(least.get('redis jobs')).toBeGreaterThan(2);
  });
});
