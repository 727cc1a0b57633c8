import { clusterMissing, startCluster } from '../runtime/cluster/testing/start-cluster.js';
import { walletOf } from '../standalone/testing/callers.js';
import type { SeededUser } from '../../infra/testing/product.js';
import { accept, settle, writeTokens } from './workloads.js';
import type { WithProduct, Workload } from './workloads.js';

/** Runs `startCluster` with one process per role on this machine. */
const withCluster: WithProduct = async (folder, users, naira, work) => {
  const cluster = await startCluster({
    api: 1,
    worker: 1,
    projector: 1,
    settings: { LOG_LEVEL: 'error' },
    sandbox: { SANDBOX_LATENCY_MS: '0', LOG_LEVEL: 'error' },
  });
  try {
    const [api] = cluster.of('api');
    const seeded = await cluster.seed(users, naira);
    await meet(api!.url, seeded);
    return await work({ product: api!, tokens: writeTokens(folder, seeded) });
  } finally {
    await cluster.stop();
  }
};

/**
 * Calls `walletOf` for each customer before the measurement, because the first call reads keys and streams.
 */
async function meet(url: string, users: readonly SeededUser[]): Promise<void> {
  const waiting = [...users];
  const meetSome = async (): Promise<void> => {
    for (let user = waiting.pop(); user; user = waiting.pop()) await walletOf(url, user);
  };
  await Promise.all(Array.from({ length: 8 }, meetSome));
}

/** @throws when this machine has no cluster stores */
export async function onCluster(
  folder: string,
  { seconds, purchases }: { readonly seconds: number; readonly purchases: number },
): Promise<Workload[]> {
  const missing = await clusterMissing();
  if (missing !== undefined) throw new Error(missing);
  const workloads = [
    await accept(folder, seconds, withCluster),
    await settle(folder, purchases, withCluster),
  ];
  return workloads.map((workload) => ({ ...workload, name: `${workload.name}, cluster` }));
}
