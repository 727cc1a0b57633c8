import { clusterMissing, startCluster } from '../../../services/cluster/testing/start-cluster.js';
import { accept, settle, writeTokens } from './workloads.js';
import type { WithProduct, Workload } from './workloads.js';

/** One process of each role on the stores of a cluster, all on this machine. */
const withCluster: WithProduct = async (folder, users, naira, work) => {
  const cluster = await startCluster({
    ...{ api: 1, worker: 1, projector: 1, settings: { LOG_LEVEL: 'error' } },
    sandbox: { SANDBOX_LATENCY_MS: '0', LOG_LEVEL: 'error' },
  });
  try {
    const tokens = writeTokens(folder, await cluster.seed(users, naira));
    return await work({ product: cluster.of('api')[0]!, tokens });
  } finally {
    await cluster.stop();
  }
};

/** The same workloads on the stores of a cluster. @throws when this machine has no stores to run them on */
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
