import { existsSync } from 'node:fs';
import { composeImage } from './compose-image.js';
import { containersAnswer, startContainer } from './containers.js';

export interface EventStoreDbServer {
  readonly url: string;
  readonly from: string;
  stop(): Promise<void>;
}

/** Uses `EVENTSTORE_URL` when set, else starts a container; `missing` says why there is none. */
export async function reachEventStoreDb(
  answers: (url: string) => Promise<boolean>,
): Promise<EventStoreDbServer | { readonly missing: string }> {
  const given = process.env['EVENTSTORE_URL'];
  if (given)
    return (await answers(given))
      ? { url: given, from: 'EVENTSTORE_URL', stop: async () => undefined }
      : { missing: 'EVENTSTORE_URL does not answer' };
  const docker = process.env['DOCKER_HOST'] !== undefined || existsSync('/var/run/docker.sock');
  if (!docker || !(await containersAnswer()))
    return { missing: 'EVENTSTORE_URL is not set and Docker does not answer' };
  try {
    const { address, stop } = await startContainer({
      image: composeImage('eventstore'),
      port: 2113,
      readyLine: /IS LEADER|SPARTA/,
      environment: { EVENTSTORE_CLUSTER_SIZE: '1', EVENTSTORE_INSECURE: 'true', EVENTSTORE_MEM_DB: 'true' },
    });
    return { url: `esdb://${address}?tls=false`, from: 'a container', stop };
  } catch (error) {
    return { missing: `EventStoreDB did not start in a container: ${String(error).split('\n')[0]}` };
  }
}
