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

/** Each has its turn only after all others: by then every process has heard what became of the purchase before. */
const CUSTOMERS = 10;
/** The slower the machine, the more calls are made again: what a purchase takes by itself shows in the best of these. */
const ROUNDS = 3;

/**
 * Calls for one purchase, at most. Purchases come one after the other here, so that no two share a call: in a rush there
 * are fewer. A fraction leaves room for a call that is made again, and none for one more each time.
 */
const CEILINGS: Readonly<Record<string, number>> = {
  /** Accepted and captured in the wallet; opened, attempted and delivered in the purchase. */
  'eventStore appends': 5.5,
  /** No stream is read: wallets are in memory, and follow. */
  'eventStore other': 0.5,
  /** Were each of its five events projected alone: balance and trial balance twice, history five times. */
  'mongo rows': 9,
  /** As above: four views note how far they are. */
  'mongo progress': 20,
  'mongo other': 0.5,
  /** Its dispatch: put, taken, started, done, and what the queue does around that. */
  'redis jobs': 9,
  /** The rate of tries, and that the customer wrote. */
  'redis other': 2.5,
};

describeCluster(`a purchase in a cluster${missing === undefined ? '' : ` (${missing})`}`, () => {
  let cluster: TestCluster;
  let counter: CallCounter;
  let users: SeededUser[];
  let positionBefore: number;
  let bought = 0;

  beforeAll(async () => {
    // A seal comes by the clock, and belongs to no purchase.
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
  /** Asks nobody whose calls are counted. */
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

  it('asks its stores no more often than it must', async () => {
    // Once for each customer before, so that their wallets are in memory wherever they are needed.
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
    // Whoever counted nothing would pass as well.
    expect(least.get('eventStore appends')).toBeGreaterThan(4);
    // The further behind, the more purchases share a row's call.
    expect(least.get('mongo rows')).toBeGreaterThan(0);
    expect(least.get('redis jobs')).toBeGreaterThan(2);
  });
});
