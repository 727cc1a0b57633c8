import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededUser } from '../../../infra/testing/product.js';
import { PATIENCE_MS } from '../../../infra/testing/until.js';
import { buyAirtime } from '../../standalone/testing/callers.js';
import { logFactsOf } from './testing/problems-of.js';
import { clusterMissing, startCluster } from './testing/start-cluster.js';
import type { Member, TestCluster } from './testing/start-cluster.js';

const CUSTOMERS = 500;
const CONNECTIONS = 64;
const RESELLER_CONNECTIONS = 32;
const PURCHASES = 300;
const RESELLER_PURCHASES = 200;
/** Processes may pause, so the best round counts. */
const ROUNDS = 4;
const REFUSED_MS = 50;
/** A process that is later reads a wallet before it sells. */
const LATE_SECONDS = 0.25;

const missing = await clusterMissing();
const describeCluster = missing === undefined ? describe : describe.skip;

let phones = 0;

class Buyers {
  bought = 0;

  constructor(
    private readonly users: readonly SeededUser[],
    private readonly name: string,
  ) {}

  async buy({ url }: Member, connections: number, isOver: () => boolean): Promise<void> {
    const buyer = async (n: number): Promise<void> => {
      for (let k = n; !isOver(); k += connections) {
        const key = `${this.name}-${k}`;
        const user = this.users[k % this.users.length]!;
        const phone = `0803${String(phones++).padStart(6, '0')}7`;
        const { status, body } = await buyAirtime(url, user, phone, { amount: 50, key });
        if (status === 200) this.bought += 1;
        else if (status === 503) await sleep(REFUSED_MS);
        else throw new Error(`${status} ${JSON.stringify(body)}`);
      }
    };
    await Promise.all(Array.from({ length: connections }, (_, n) => buyer(n)));
  }
}

describeCluster(`a cluster at saturation${missing === undefined ? '' : ` (${missing})`}`, () => {
  let cluster: TestCluster;
  let customers: SeededUser[];
  let reseller: SeededUser;
  let apis: [Member, Member];

  beforeAll(async () => {
    cluster = await startCluster({
      api: 2,
      worker: 1,
      projector: 1,
      settings: { RATE_LIMIT_PURCHASES: '0', RATE_LIMIT_IN_FLIGHT: '0', SEAL_EVERY: '1h' },
    });
    await cluster.eventStore.tell('drop-slow');
    [reseller, ...customers] = (await cluster.seed(CUSTOMERS + 1, 1_000_000)) as [SeededUser];
    apis = cluster.of('api') as [Member, Member];
  });
  afterAll(() => cluster?.stop());

  const dropped = async (): Promise<number> => {
    const facts = await Promise.all(cluster.members.map(logFactsOf));
    return facts.reduce((sum, { drops }) => sum + drops!, 0);
  };
  async function underLoad<Result>(name: string, work: (buyers: Buyers) => Promise<Result>): Promise<Result> {
    const buyers = new Buyers(customers, name);
    let over = false;
    const buying = buyers.buy(apis[0], CONNECTIONS, () => over);
    const failed = buying.then(() => new Promise<never>(() => undefined));
    return Promise.race([work(buyers), failed]).finally(async () => {
      over = true;
      await buying;
    });
  }
  const untilTrue = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
    const end = performance.now() + PATIENCE_MS;
    while (!(await isTrue())) {
      if (performance.now() > end) throw new Error('not true in time');
      await sleep(20);
    }
  };
  const untilBought = (buyers: Buyers, more: number): Promise<void> => {
    const wanted = buyers.bought + more;
    return untilTrue(() => buyers.bought >= wanted);
  };
  async function leastConflicts(buyers: Buyers): Promise<number> {
    let least = 100;
    for (let round = 0; round < ROUNDS && least > 5; round += 1) {
      const before = await logFactsOf(apis[0]);
      await untilBought(buyers, PURCHASES);
      const after = await logFactsOf(apis[0]);
      const grown = (fact: string): number => after[fact]! - before[fact]!;
      least = Math.min(least, (100 * grown('conflicts')) / grown('appends'));
    }
    return least;
  }

  it('drops no subscription, and at most 5 % of the appends conflict', async () => {
    const before = await dropped();
    const conflicts = await underLoad('calm', async (buyers) => {
      await untilBought(buyers, CUSTOMERS);
      return leastConflicts(buyers);
    });
    expect(conflicts).toBeLessThanOrEqual(5);
    expect((await dropped()) - before).toBe(0);
  });

  it('is up to date again during the load after subscriptions were dropped', async () => {
    const conflicts = await underLoad('dropped', async (buyers) => {
      const { drops: before = 0 } = await logFactsOf(apis[0]);
      await cluster.eventStore.tell('strict-live');
      await untilTrue(async () => (await logFactsOf(apis[0]))['drops']! >= before + 3);
      await cluster.eventStore.tell('easy-live');
      await untilTrue(async () => (await logFactsOf(apis[0]))['late_seconds']! < LATE_SECONDS);
      return leastConflicts(buyers);
    });
    expect(conflicts).toBeLessThanOrEqual(5);
  });

  it('lets each of two apis sell at least 40 % of what one reseller buys at both', async () => {
    let lesser = 0;
    for (let round = 0; round < ROUNDS && lesser < 40; round += 1) {
      const sellers = apis.map((_, n) => new Buyers([reseller], `reseller-${round}-${n}`));
      const total = (): number => sellers.reduce((sum, { bought }) => sum + bought, 0);
      const isOver = (): boolean => total() >= RESELLER_PURCHASES;
      await Promise.all(sellers.map((seller, n) => seller.buy(apis[n]!, RESELLER_CONNECTIONS / 2, isOver)));
      lesser = Math.max(lesser, (100 * Math.min(...sellers.map(({ bought }) => bought))) / total());
    }
    expect(lesser).toBeGreaterThanOrEqual(40);
  });
});
