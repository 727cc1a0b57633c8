import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededUser } from '../../../infra/testing/product.js';
import { buyAirtime, call, eventually } from '../../standalone/testing/callers.js';
import {
  buyUntilAnswered,
  expectPromisesKept,
  FIRE_SETTINGS,
  openFire,
  untilSettled,
} from '../../standalone/testing/under-fire.js';
import type { Acknowledged, Target } from '../../standalone/testing/under-fire.js';
import { factsOf, problemsOf, untilReady } from './testing/problems-of.js';
import { clusterMissing, startCluster } from './testing/start-cluster.js';
import type { Member, TestCluster } from './testing/start-cluster.js';

/**
 * Few wallets, many buyers and one-sided faults: lost append answers, late or silent subscriptions, and
 * processes paused for longer than a lease. A worker is cut off from Redis while another takes its lease. An
 * API and a worker are cut off from the event store alone.
 */
const WALLETS = 5;
const LOAD = { buyers: 25, purchasesPerBuyer: 4, pauseMs: 11_000 };
/** A number that the vendor delivers to. */
const NUMBER = (n: number): string => `0803${n}7893`;
const missing = await clusterMissing();
const describeCluster = missing === undefined ? describe : describe.skip;

describeCluster(`a cluster with one-sided faults${missing === undefined ? '' : ` (${missing})`}`, () => {
  let cluster: TestCluster;
  let users: SeededUser[];
  let target: Target;
  /** Purchases of all tests so far. */
  const acknowledged: Acknowledged[] = [];

  beforeAll(async () => {
    cluster = await startCluster({
      api: 2,
      worker: 2,
      projector: 1,
      cuttable: true,
      settings: FIRE_SETTINGS,
    });
    users = await cluster.seed(WALLETS, 50_000);
    const apis = cluster.of('api');
    let calls = 0;
    target = {
      url: () => apis[++calls % apis.length]!.url,
      sandboxUrl: () => cluster.sandbox.url,
      ledger: (...args) => cluster.ledger(...args),
    };
  });
  afterAll(() => cluster?.stop());

  const follows = async (member: Member): Promise<boolean> =>
    (await factsOf(member).catch(() => undefined))?.['follows_purchases'] === true;
  async function workers(): Promise<readonly [following: Member, other: Member]> {
    const [one, two] = cluster.of('worker') as [Member, Member];
    const [oneFollows] = await eventually(
      () => Promise.all([follows(one), follows(two)]),
      (held) => held.includes(true),
      { everyMs: 200 },
    );
    return oneFollows ? [one, two] : [two, one];
  }
  const untilItFollows = (member: Member): Promise<boolean> =>
    eventually(() => follows(member), Boolean, { everyMs: 100 });
  async function loseAnswers(count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      await cluster.eventStore.tell('lose');
      await sleep(100);
    }
  }

  const at = ({ url }: Member): Target => ({ ...target, url: () => url });
  let numbers = 800;
  /** Buys once per wallet. */
  async function buyAt(api: Member, count: number): Promise<Acknowledged[]> {
    const bought = await Promise.all(
      users.slice(0, count).map((user) => {
        const n = numbers++;
        return buyUntilAnswered(at(api), user, `cut-${n}`, NUMBER(n));
      }),
    );
    acknowledged.push(...bought);
    return bought;
  }
  const untilItMisses = (member: Member): Promise<unknown> =>
    eventually(
      () => problemsOf(member),
      (problems) => problems.some((problem) => problem.startsWith('the event store at ')),
      { everyMs: 100 },
    );
  async function expectAllKept(): Promise<void> {
    await untilSettled(target, users, acknowledged);
    await expectPromisesKept(target, users, acknowledged);
    for (const member of cluster.members) expect((await factsOf(member))['unreadable_wallets'] ?? 0).toBe(0);
  }

  async function breakOneSide(): Promise<void> {
    await loseAnswers(10);
    await cluster.eventStore.tell('late');
    await loseAnswers(10);
    await cluster.eventStore.tell('prompt');

    const [paused, second] = await workers();
    paused.pause();
    await untilItFollows(second);
    await loseAnswers(5);
    paused.resume();

    const [api] = cluster.of('api');
    api!.pause();
    await cluster.eventStore.tell('stall');
    await loseAnswers(5);
    await cluster.eventStore.tell('resume');
    api!.resume();

    const [cut, other] = await workers();
    await cut.cutOff('Redis');
    await untilItFollows(other);
    // Two workers follow, open and settle the same purchases here.
    await loseAnswers(10);
    await cut.rejoin();
    await untilReady(cluster.members);
  }

  it('settles every purchase once, as the vendor answered, and leaves no hold open', async () => {
    const seed = Number(process.env['UNDER_FIRE_SEED'] ?? 7);
    const [bought] = await Promise.all([openFire(target, users, { ...LOAD, seed }), breakOneSide()]);
    expect(bought).toHaveLength(LOAD.buyers * LOAD.purchasesPerBuyer);
    acknowledged.push(...bought);
    await expectAllKept();
  });

  it('answers LEDGER_UNAVAILABLE at an API cut off from the event store, and sells at the other', async () => {
    const [cut, other] = cluster.of('api') as [Member, Member];
    const [user] = users as [SeededUser];
    const before = await buyAt(cut, 2);
    await cut.cutOff('the event store');
    const refusals = [
      await buyAirtime(cut.url, user, NUMBER(900), { key: 'cut-900', amount: 50 }),
      // A cut-off API must not answer that money is missing.
      await buyAirtime(cut.url, user, NUMBER(901), { key: 'cut-901', amount: 49_900 }),
    ];
    expect(refusals.map(({ status, body }) => [status, body['code']])).toEqual(
      refusals.map(() => [503, 'LEDGER_UNAVAILABLE']),
    );
    await untilItMisses(cut);
    const meanwhile = await buyAt(other, 3);
    await untilReady([other]);
    // The balance cached by the cut-off API is stale.
    expect((await call(cut.url, user, '/api/user_data/')).status).toBe(503);
    await cut.rejoin();
    await untilReady(cluster.members);
    // The same keys return the same purchases, and a refused one was never bought.
    for (const one of [...before, ...meanwhile])
      expect(await buyUntilAnswered(at(cut), one.user, one.key, one.recipient)).toEqual(one);
    acknowledged.push(await buyUntilAnswered(at(cut), user, 'cut-900', NUMBER(900)));
    await expectAllKept();
  });

  it('passes the lease of a worker cut off from the event store to the other, and settles nothing twice', async () => {
    const [cut, other] = await workers();
    await buyAt(cluster.of('api')[0]!, 2);
    await cut.cutOff('the event store');
    await untilItMisses(cut);
    await untilItFollows(other);
    await buyAt(cluster.of('api')[1]!, 3);
    await untilSettled(target, users, acknowledged);
    await cut.rejoin();
    await untilReady(cluster.members);
    await eventually(
      () => Promise.all([follows(cut), follows(other)]),
      ([first, second]) => !first && second,
      { everyMs: 200 },
    );
    await expectAllKept();
  });
});
