import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { ledger } from '../../../infra/testing/product.js';
import type { SeededUser } from '../../../infra/testing/product.js';
import { administrate, expectDecidedOnce } from '../../standalone/testing/administrators-under-fire.js';
import type { OnDuty } from '../../standalone/testing/administrators-under-fire.js';
import { eventually, signIn } from '../../standalone/testing/callers.js';
import {
  expectPromisesKept,
  FIRE_SETTINGS,
  openFire,
  untilSettled,
} from '../../standalone/testing/under-fire.js';
import type { Acknowledged, Target } from '../../standalone/testing/under-fire.js';
import { problemsOf, untilReady, whatTheySay } from './testing/problems-of.js';
import { clusterMissing, startCluster } from './testing/start-cluster.js';
import type { Member, TestCluster } from './testing/start-cluster.js';
import { watchLive } from './testing/watch-live.js';
import type { Watching } from './testing/watch-live.js';

/**
 * Load on two APIs, two workers and two projectors, with real Redis, a MongoDB-compatible server and a
 * stand-in for EventStoreDB. Every process and store is taken away in turn. Two administrators at different
 * APIs press opposite buttons, switch vendors and change prices. `UNDER_FIRE_SEED` chooses other purchases.
 */
const WALLETS = 20;
const LOAD = { buyers: 50, purchasesPerBuyer: 4, pauseMs: 20_000 };
const PASSWORD = 'Long-pass-word-1';
/** Administrators are few, and share the machine with all processes. */
const REST_MS = 1_000;
const missing = await clusterMissing();
const describeCluster = missing === undefined ? describe : describe.skip;

describeCluster(
  `a cluster that loses everything in turn${missing === undefined ? '' : ` (${missing})`}`,
  () => {
    let cluster: TestCluster;
    let users: SeededUser[];
    let watching: Watching;
    let target: Target;
    let administrators: [OnDuty, OnDuty];

    beforeAll(async () => {
      cluster = await startCluster({
        api: 2,
        worker: 2,
        projector: 2,
        // An API process may not know a new administrator yet.
        settings: { ...FIRE_SETTINGS, DEMO_DATA: '1', RATE_LIMIT_LOGIN_FAILURES: '100000' },
      });
      users = await cluster.seed(WALLETS, 50_000);
      watching = await watchLive(cluster);
      const apis = cluster.of('api');
      let call = 0;
      target = {
        url: () => apis[++call % apis.length]!.url,
        sandboxUrl: () => cluster.sandbox.url,
        ledger: (...args) => cluster.ledger(...args),
      };
      const [one, other] = apis as [Member, Member];
      administrators = [await administrator('one', one), await administrator('other', other)];
    });
    async function administrator(name: string, { url }: Member): Promise<OnDuty> {
      const email = `${name}@staff.test`;
      const args = ['create-admin', '--email', email, '--first-name', name, '--last-name', 'Staff'];
      await ledger(cluster.settings['DATA_DIR']!, args, cluster.settings, `${PASSWORD}\n`);
      return { url: () => url, signIn: () => signIn(url, email, PASSWORD, 'admin') };
    }
    afterAll(async () => {
      await watching?.close();
      await cluster?.stop();
    });

    /** Waits for a problem that matches `words` and returns all problems. */
    const untilTold = (member: Member, words: RegExp): Promise<string[]> =>
      eventually(
        () => problemsOf(member),
        (problems) => problems.some((problem) => words.test(problem)),
        { everyMs: 200 },
      );

    /** Each fault must show in the health while it lasts. */
    async function breakEverything(): Promise<void> {
      for (const member of cluster.members) {
        await member.kill();
        await sleep(300);
        await member.start();
      }

      const [api] = cluster.of('api');
      const [worker] = cluster.of('worker');
      await cluster.redis.kill();
      await Promise.all([untilTold(api!, /^Redis at 127/), untilTold(worker!, /^Redis at 127/)]);
      await cluster.redis.start();
      await cluster.redis.flush();
      await untilReady(cluster.members);

      await cluster.eventStore.tell('cut');
      await sleep(500);
      await cluster.eventStore.tell('end');
      await sleep(500);
      await cluster.eventStore.tell('refuse');
      await untilTold(api!, /^the event store at 127/);
      await cluster.eventStore.tell('accept');
      await untilReady(cluster.members);

      await cluster.mongo.away();
      await Promise.all([untilTold(api!, /^MongoDB at 127/), sleep(10_000)]);
      await cluster.mongo.back();
      await untilReady(cluster.members);
    }

    /** Adds the facts and output of every process. */
    async function tellWhatTheySay(error: Error): Promise<never> {
      throw new Error(`${error.message}\n${await whatTheySay(cluster.members)}`);
    }

    it('keeps every promise, reports its health, and resumes live updates', async () => {
      const seed = Number(process.env['UNDER_FIRE_SEED'] ?? 1);
      const acknowledged: Acknowledged[] = [];
      let isOver = false;
      const everybodyElse = Promise.all([
        openFire(target, users, { ...LOAD, seed }, acknowledged),
        breakEverything(),
      ]).finally(() => (isOver = true));
      const fire = { administrators, acknowledged, customer: users[0]!, restMs: REST_MS };
      const [decided] = await Promise.all([administrate({ ...fire, isOver: () => isOver }), everybodyElse]);
      expect(acknowledged).toHaveLength(LOAD.buyers * LOAD.purchasesPerBuyer);
      await cluster.sandbox.restart();
      await untilSettled(target, users, acknowledged).catch(tellWhatTheySay);
      await expectPromisesKept(target, users, acknowledged, decided);
      await expectDecidedOnce(target, decided);
      await watching.hearsOfAPurchase();
    });

    it('stops every process in good order', async () => {
      const stopped = await Promise.all(
        // A process that missed `STOP_WITHIN` exits with 1.
        cluster.members.map(async (member) => [member.role, await member.stop()]),
      );
      expect(stopped).toEqual(cluster.members.map(({ role }) => [role, 0]));
    });
  },
);
