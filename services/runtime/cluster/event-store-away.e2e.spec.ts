import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededUser } from '../../../infra/testing/product.js';
import { buyAirtime, eventually, historyOf, send } from '../../standalone/testing/callers.js';
import { problemsOf, untilReady } from './testing/problems-of.js';
import { clusterMissing, startCluster } from './testing/start-cluster.js';
import type { Member, TestCluster } from './testing/start-cluster.js';

const missing = await clusterMissing();
const describeCluster = missing === undefined ? describe : describe.skip;

/** Buyers wait while this many purchases are open, so that a slow worker is not left behind for good. */
const OPEN_MAX = 30;

/** Elections and outages of the event store under load. */
describeCluster(`a cluster without its event store${missing === undefined ? '' : ` (${missing})`}`, () => {
  let cluster: TestCluster;
  let ada: SeededUser;
  let bought = 0;
  let buying = true;
  let load: Promise<unknown>;

  const buy = (): ReturnType<typeof buyAirtime> =>
    buyAirtime(cluster.of('api')[0]!.url, ada, `0803${String(++bought).padStart(6, '0')}7`);

  /** 0 while the api does not answer. */
  const openPurchases = (): Promise<number> =>
    send(`${cluster.of('api')[0]!.url}/readyz`, 'GET').then(
      ({ body }) => Number(body['open_purchases']),
      () => 0,
    );

  beforeAll(async () => {
    // Waiting purchases are still sent, however slow the machine.
    const patience = { VENDOR_SEND_WITHIN: '1h', VENDOR_NOT_FOUND_AFTER: '2h', VENDOR_REVIEW_AFTER: '3h' };
    const settings = { DEMO_DATA: '0', ...patience };
    cluster = await startCluster({ api: 1, worker: 1, projector: 2, settings });
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
    await cluster?.stop();
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
        (await historyOf(cluster.of('api')[0]!.url, ada)).find(
          (row) => row.api_transaction_reference === reference,
        )?.transaction_status,
      (status) => status === 'Successful',
      { everyMs: 250 },
    );
  };
  const stopAll = (): Promise<[Member['role'], number | null][]> =>
    Promise.all(cluster.members.map(async (member) => [member.role, await member.stop()]));
  const inGoodOrder = (): [Member['role'], number][] => cluster.members.map(({ role }) => [role, 0]);

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
    // A process that had ended would return another code.
    expect(await stopAll()).toEqual(inGoodOrder());
  });

  it.each([
    ['refuses every connection', 'refuse', 'accept'],
    ['is silent', 'freeze', 'unfreeze'],
  ] as const)('stops every process in good order while the event store %s', async (_title, away, back) => {
    await stopAll();
    await Promise.all(cluster.members.map((member) => member.start()));
    await cluster.eventStore.tell(away);
    const [api] = cluster.of('api');
    await eventually(
      () => problemsOf(api!),
      (problems) => problems.some((problem) => /^the event store at 127/.test(problem)),
      { everyMs: 200 },
    );
    // A process that missed `STOP_WITHIN` exits with 1.
    expect(await stopAll()).toEqual(inGoodOrder());
    await cluster.eventStore.tell(back);
  });
});
