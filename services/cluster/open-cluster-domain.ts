import { openRedisSessions } from '../../infra/sessions/open-redis-sessions.js';
import type { RedisSessions } from '../../infra/sessions/open-redis-sessions.js';
import { openDomain } from '../standalone/open-domain.js';
import type { OpenDomain } from '../standalone/open-domain.js';
import type { ClusterStores } from './open-stores.js';
import type { Surroundings } from './run-process.js';

/** The whole domain over the stores of a cluster. */
export interface ClusterDomain extends OpenDomain {
  readonly stores: ClusterStores;
  readonly shared: RedisSessions;
}

export async function openClusterDomain(
  { config, logger }: Pick<Surroundings, 'config' | 'logger'>,
  stores: ClusterStores,
): Promise<ClusterDomain> {
  const shared = await openRedisSessions({
    url: config.cluster.redisUrl,
    onFault: (message) => logger.warn({ part: 'sessions' }, message),
  });
  const { eventStore, vault, secrets, snapshots } = stores;
  const { sessions, tries, limits } = shared;
  const domain = await openDomain(
    { config, eventStore, vault, secrets, snapshots, sessions, tries, limits },
    () => shared.close(),
  );
  return { ...domain, stores, shared };
}
