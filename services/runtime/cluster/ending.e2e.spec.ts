import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededUser } from '../../../infra/testing/product.js';
import { faultRaiser, MET, PERSONAL, type FaultRaiser } from '../../../infra/testing/raise-faults.js';
import { buyAirtime, eventually, historyOf, send } from '../../standalone/testing/callers.js';
import { problemsOf, untilReady } from './testing/problems-of.js';
import { clusterMissing, startCluster, type TestCluster } from './testing/start-cluster.js';

const missing = await clusterMissing();
const describeCluster = missing === undefined ? describe : describe.skip;

/** Buyers wait while this many purchases are open, so that a slow worker is not left behind for good. */
const OPEN_MAX = 30;

/** Outages of the stores, and the end of each process during one and after an unhandled fault. */
describeCluster(`a cluster${missing === undefined ? '' : ` (${missing})`}`, () => {
  let folder: string;
  let raiser: FaultRaiser;
  let cluster: TestCluster;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ending-'));
    raiser = faultRaiser(folder);
    // Waiting purchases are still sent, however slow the machine.
    const patience = { VENDOR_SEND_WITHIN: '1h', VENDOR_NOT_FOUND_AFTER: '2h', VENDOR_REVIEW_AFTER: '3h' };
    const settings = { ...raiser.environment, DEMO_DATA: '0', ...patience };
    cluster = await startCluster({ api: 1, worker: 1, projector: 2, settings });
  });
  afterAll(async () => {
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const startStopped = (): Promise<unknown> =>
    Promise.all(
      cluster.members.filter((member) => member.pid() === undefined).map((member) => member.start()),
    );
  /** A process that had ended, or missed `STOP_WITHIN`, returns another code than 0. */
  async function expectAllStop(): Promise<void> {
    const ends = await Promise.all(
      cluster.members.map(async (member) => [member.role, await member.stop(), member.output()]),
    );
    expect(ends.filter(([, code]) => code !== 0)).toEqual([]);
  }

  /** Elections and outages of the event store under load. */
  describe('without its event store', () => {
    let ada: SeededUser;
    let bought = 0;
    let buying = true;
    let load: Promise<unknown>;

    const api = () => cluster.of('api')[0]!;
    const buy = (): ReturnType<typeof buyAirtime> =>
      buyAirtime(api().url, ada, `0803${String(++bought).padStart(6, '0')}7`);

    /** 0 while the api does not answer. */
    const openPurchases = (): Promise<number> =>
      send(`${api().url}/readyz`, 'GET').then(
        ({ body }) => Number(body['open_purchases']),
        () => 0,
      );

    beforeAll(async () => {
      [ada] = (await cluster.seed(1, 500_000)) as [SeededUser];
      const buyer = async (): Promise<void> => {
        for (; buying; await sleep(250)) {
          // Refusals are expected while the store is away.
          if ((await openPurchases()) < OPEN_MAX) await buy().catch(() => undefined);
        }
      };
      load = Promise.all([buyer(), buyer(), buyer()]);
    });
    afterAll(async () => {
      buying = false;
      await load;
    });

    const untilBought = async (): Promise<void> => {
      let reference: unknown;
      await eventually(
        async () => {
          const { status, body } = await buy().catch(() => ({
            status: 0,
            body: {} as Record<string, unknown>,
          }));
          reference = body['reference'];
          return status;
        },
        (status) => status === 200,
        { everyMs: 250 },
      );
      await eventually(
        async () =>
          (await historyOf(api().url, ada)).find((row) => row.api_transaction_reference === reference)
            ?.transaction_status,
        (status) => status === 'Successful',
        { everyMs: 250 },
      );
    };

    it('keeps every process through elections, a time without a leader, and servers that are gone for seconds', async () => {
      const { eventStore } = cluster;
      await eventStore.tell('depose');
      await sleep(4_000);
      await eventStore.tell('elect');
      await untilBought();
      await eventStore.tell('kill-leader');
      await sleep(2_000);
      await eventStore.tell('elect');
      await untilBought();
      await eventStore.tell('revive');
      await eventStore.tell('lag');
      await eventStore.tell('refuse');
      await sleep(4_000);
      await eventStore.tell('accept');
      await eventStore.tell('keep-up');
      await untilReady(cluster.members);
      await untilBought();
      for (const { output } of cluster.members) expect(output()).not.toMatch(/MaxListeners|unhandled/i);
      const metrics = await (await fetch(`${cluster.of('worker')[0]!.url}/metrics`)).text();
      expect(metrics).toMatch(/^ledger_log_late_seconds [\d.e-]+$/m);
      await expectAllStop();
    });

    it.each([
      ['refuses every connection', 'refuse', 'accept'],
      ['is silent', 'freeze', 'unfreeze'],
    ] as const)('stops every process with 0 while the event store %s', async (_title, away, back) => {
      await startStopped();
      await cluster.eventStore.tell(away);
      await eventually(
        () => problemsOf(api()),
        (problems) => problems.some((problem) => /^the event store at 127/.test(problem)),
        { everyMs: 200 },
      );
      await expectAllStop();
      await cluster.eventStore.tell(back);
    });
  });

  const stores: Record<string, { away(): Promise<unknown>; back(): Promise<unknown> }> = {
    MongoDB: { away: () => cluster.mongo.away(), back: () => cluster.mongo.back() },
    Redis: { away: () => cluster.redis.kill(), back: () => cluster.redis.start() },
    'the event store': {
      away: () => cluster.eventStore.tell('refuse'),
      back: () => cluster.eventStore.tell('accept'),
    },
  };

  it.each([
    ['MongoDB', ['MongoDB']],
    ['Redis', ['Redis']],
    ['MongoDB, Redis and the event store', Object.keys(stores)],
  ])('stops every process with 0 while it has no %s', async (_names, names) => {
    await startStopped();
    for (const name of names) await stores[name]!.away();
    // Wait until background work has met the outage, so that some work is unfinished.
    for (const member of cluster.members)
      await eventually(
        () => problemsOf(member),
        (problems) => names.every((name) => problems.some((problem) => problem.includes(name))),
      );
    await expectAllStop();
    for (const name of names) await stores[name]!.back();
  });

  it.each([
    ['api', 'rejection'],
    ['worker', 'exception'],
    ['projector', 'rejection'],
  ] as const)('ends the process with 1 after an unhandled fault: %s, %s', async (role, kind) => {
    await startStopped();
    const [member] = cluster.of(role);
    const before = member!.output().length;
    raiser.raise(`app/${role}.js`, kind);
    expect(await member!.ended()).toBe(1);
    raiser.raise('none', kind);
    const output = member!.output().slice(before);
    expect(output.split('\n').filter((line) => line.includes(MET))).toHaveLength(1);
    expect(output).not.toMatch(PERSONAL);
    expect(output).not.toContain('did not end in time');
    // `startStopped` starts only members without a process.
    await member!.kill();
  });

  it('ends every process when the event store is restored to an older log, and holds sending from then on', async () => {
    await startStopped();
    const [user] = (await cluster.seed(1, 50_000)) as [SeededUser];
    const [api, worker] = [cluster.of('api')[0]!, cluster.of('worker')[0]!];
    const phones = Array.from({ length: 5 }, (_, n) => `0803${2_005_000 + n}`);
    const references: unknown[] = [];
    const statuses = async (): Promise<unknown[]> => {
      const rows = await historyOf(api.url, user);
      return references.map(
        (reference) => rows.find((row) => row.api_transaction_reference === reference)?.transaction_status,
      );
    };
    const untilDelivered = (): Promise<unknown> =>
      eventually(statuses, (all) => all.every((status) => status === 'Successful'), { everyMs: 250 });
    const postsOf = async (): Promise<number[]> => {
      const rows = (await send(`${cluster.sandbox.url}/vendor-ledger`, 'GET')).body as unknown;
      return (rows as { recipient: string; posts: number }[])
        .filter(({ recipient }) => phones.includes(recipient))
        .map(({ posts }) => posts);
    };

    expect(await worker.stop()).toBe(0);
    for (const phone of phones) {
      const { status, body } = await buyAirtime(api.url, user, phone);
      expect(status).toBe(200);
      references.push(body['reference']);
    }
    await cluster.eventStore.tell('copy');
    await worker.start();
    await untilDelivered();
    expect(await postsOf()).toEqual(phones.map(() => 1));

    await cluster.eventStore.tell('refuse');
    await cluster.eventStore.tell('put-back');
    await cluster.eventStore.tell('accept');
    const codes = await Promise.all(cluster.members.map((member) => member.ended()));
    expect(codes).toEqual(cluster.members.map(() => 1));
    await Promise.all(cluster.members.map((member) => member.kill()));
    await startStopped();
    expect(await buyAirtime(api.url, user, '08032006000')).toMatchObject({
      status: 503,
      body: { code: 'SALES_HELD' },
    });
    await untilDelivered();
    expect(await postsOf()).toEqual(phones.map(() => 1));

    await cluster.ledger('release-sending', '--reason', 'Compared');
    await Promise.all(cluster.members.map((member) => member.stop()));
    await startStopped();
    expect(await buyAirtime(api.url, user, '08032006000')).toMatchObject({ status: 200 });
  });
});
