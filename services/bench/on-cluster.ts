import { setTimeout as sleep } from 'node:timers/promises';
import { logFactsOf } from '../runtime/cluster/testing/problems-of.js';
import { clusterMissing, startCluster } from '../runtime/cluster/testing/start-cluster.js';
import type { Member, TestCluster } from '../runtime/cluster/testing/start-cluster.js';
import { walletOf } from '../standalone/testing/callers.js';
import type { SeededUser } from '../../infra/testing/product.js';
import { processorMsOf } from './processor.js';
import { until } from './until-progress.js';
import { allSettled, allShown, load, type Load, writeTokens } from './workloads.js';
import type { Workload } from './workloads.js';

const CUSTOMERS = 500;
const RESELLER_CONNECTIONS = 32;
const WARM_UP_SECONDS = 5;
const LATE_EVERY_MS = 250;

/** The first call for a customer is slow, because the server must read the customer's key and streams. */
async function meet(url: string, users: readonly SeededUser[]): Promise<void> {
  const waiting = [...users];
  const meetSome = async (): Promise<void> => {
    for (let user = waiting.pop(); user; user = waiting.pop()) await walletOf(url, user);
  };
  await Promise.all(Array.from({ length: 8 }, meetSome));
}

type Numbers = Readonly<Record<string, number>>;

class ClusterBench {
  constructor(private readonly cluster: TestCluster) {}

  private running(): { readonly name: string; readonly member: Member }[] {
    const members = (['api', 'worker', 'projector'] as const).flatMap((role) =>
      this.cluster.of(role).map((member, n) => ({ name: n ? `${role} ${n + 1}` : role, member })),
    );
    return members.filter(({ member }) => member.pid() !== undefined);
  }

  private processor(): Map<string, number> {
    const times = new Map(this.running().map(({ name, member }) => [name, processorMsOf(member.pid()!)]));
    const { pid } = this.cluster.eventStore;
    if (pid !== undefined) times.set('event store', processorMsOf(pid));
    return times;
  }

  private async counts(): Promise<Map<string, Numbers>> {
    const pairs = this.running().map(async ({ name, member }) => [name, await logFactsOf(member)] as const);
    return new Map(await Promise.all(pairs));
  }

  /**
   * Measures the processor time and the counters of each process while `work` runs. Divides the processor time
   * by the number of requests that `work` returns.
   */
  async measured(name: string, work: () => Promise<Load>): Promise<Workload> {
    const [times, counts] = [this.processor(), await this.counts()];
    let [over, lateMs] = [false, 0];
    const watching = (async () => {
      for (; !over; await sleep(LATE_EVERY_MS))
        for (const { late_seconds: late = 0 } of (await this.counts()).values())
          lateMs = Math.max(lateMs, late * 1_000);
    })();
    const loaded = await work().finally(() => (over = true));
    await watching;
    const { requests, rps, p50Ms, p99Ms, refused, errors } = loaded;
    const parts = Object.fromEntries(
      Array.from(this.processor(), ([process, ms]) => [process, (ms - (times.get(process) ?? 0)) / requests]),
    );
    const grown = (after: Numbers, process: string, fact: string): number =>
      (after[fact] ?? 0) - (counts.get(process)?.[fact] ?? 0);
    const after = [...(await this.counts())];
    const sum = (fact: string, of = ''): number =>
      after
        .filter(([process]) => process.startsWith(of))
        .reduce((total, [process, each]) => total + grown(each, process, fact), 0);
    const conflicts = after.map(([process, each]) => {
      const share = grown(each, process, 'conflicts') / Math.max(1, grown(each, process, 'appends'));
      return `${process} ${(100 * share).toFixed(1)} %`;
    });
    const { 'event store': _, ...own } = parts;
    return {
      name,
      rps,
      p50Ms,
      p99Ms,
      processorMs: Object.values(own).reduce((total, ms) => total + ms, 0),
      parts,
      // Leave out workers. Their conflicts are rare, because hardly any other process writes their streams.
      conflictsPercent: (100 * sum('conflicts', 'api')) / Math.max(1, sum('appends', 'api')),
      drops: sum('drops'),
      looks: sum('looks'),
      lateMs,
      note: `conflicts: ${conflicts.join(', ')}; ${sum('looks')} looks, ${sum('drops')} dropped subscriptions, late by ${Math.round(lateMs)} ms; ${refused} refused, ${errors} errors`,
    };
  }
}

/**
 * Combines the results of loads that ran at the same time. Counts and rates are added up. The
 * latency is the largest one.
 */
const together = (loads: readonly Load[]): Load =>
  loads.reduce((one, other) => ({
    rps: one.rps + other.rps,
    requests: one.requests + other.requests,
    refused: one.refused + other.refused,
    errors: one.errors + other.errors,
    p50Ms: Math.max(one.p50Ms, other.p50Ms),
    p99Ms: Math.max(one.p99Ms, other.p99Ms),
  }));

/**
 * Measures a cluster of two apis, a worker and a projector on this machine. `BENCH_EVENTSTORE_URL`,
 * `BENCH_MONGODB_URL` and `BENCH_REDIS_URL` name its stores. The event store must be empty. A stand-in replaces
 * each store that is not named. The stand-in for EventStoreDB drops slow subscribers, as EventStoreDB 23.10
 * does.
 * @throws Error when a store is neither named nor installed on this machine
 */
export async function onCluster(
  folder: string,
  { seconds, purchases }: { readonly seconds: number; readonly purchases: number },
): Promise<Workload[]> {
  const { BENCH_EVENTSTORE_URL: eventStore, BENCH_MONGODB_URL: mongo, BENCH_REDIS_URL: redis } = process.env;
  const missing = await clusterMissing();
  if (missing !== undefined && !(mongo && redis)) throw new Error(missing);
  const cluster = await startCluster({
    api: 2,
    worker: 1,
    projector: 1,
    settings: { LOG_LEVEL: 'error' },
    sandbox: { SANDBOX_LATENCY_MS: '0', LOG_LEVEL: 'error' },
    stores: {
      ...(eventStore && { eventStore }),
      ...(mongo && { mongo }),
      ...(redis && { redis }),
    },
  });
  try {
    if (!eventStore) await cluster.eventStore.tell('drop-slow');
    const [api, second] = cluster.of('api') as [Member, Member];
    const seeded = await cluster.seed(CUSTOMERS + 1, 1_000_000);
    const [reseller, ...customers] = seeded;
    const many = writeTokens(folder, customers);
    const bench = new ClusterBench(cluster);
    const settled = (): Promise<void> => until(api, (progress) => allSettled(progress) && allShown(progress));

    // Stop the second api, because it would not serve any call of this workload.
    await second.stop();
    await meet(api.url, customers);
    await load(api.url, many, { durationSeconds: WARM_UP_SECONDS });
    await settled();
    const accept = await bench.measured('accept, cluster', () =>
      load(api.url, many, { durationSeconds: seconds }),
    );
    await settled();
    const started = performance.now();
    const settle = await bench.measured('settle, cluster', async () => {
      const loaded = await load(api.url, many, { amount: purchases });
      await settled();
      return loaded;
    });
    const took = (performance.now() - started) / 1_000;

    await second.start();
    const one = writeTokens(folder, [reseller!]);
    await meet(api.url, [reseller!]);
    await meet(second.url, [reseller!]);
    const buy = (url: string, durationSeconds: number, connections: number): Promise<Load> =>
      load(url, one, { durationSeconds, connections });
    const both = (durationSeconds: number): Promise<Load[]> =>
      Promise.all([api, second].map(({ url }) => buy(url, durationSeconds, RESELLER_CONNECTIONS / 2)));
    await both(WARM_UP_SECONDS);
    await settled();
    const alone = await bench.measured('one api, one wallet', () =>
      buy(api.url, seconds, RESELLER_CONNECTIONS),
    );
    await settled();
    let sold: Load[] = [];
    const shared = await bench.measured('two apis, one wallet', async () =>
      together((sold = await both(seconds))),
    );
    const requests = sold.map((each) => each.requests);
    const lesserPercent = (100 * Math.min(...requests)) / requests.reduce((sum, each) => sum + each, 0);
    await settled();
    const { rps: _, p50Ms: __, p99Ms: ___, ...ofSettle } = settle;
    return [
      accept,
      { ...ofSettle, perSecond: purchases / took, seconds: took },
      alone,
      { ...shared, lesserPercent, note: `${requests.join(' and ')} purchases; ${shared.note}` },
    ];
  } finally {
    await cluster.stop();
  }
}
