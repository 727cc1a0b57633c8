import { setTimeout as sleep } from 'node:timers/promises';
import { LIVE_PATH } from '../../../contracts/calls.js';
import { DEMO_PEOPLE } from '../../../customers/demo/demo-people.js';
import { eventually, send, signIn } from '../../../standalone/testing/callers.js';
import type { SignedIn } from '../../../standalone/testing/callers.js';
import type { TestCluster } from './start-cluster.js';
import { PATIENCE_MS } from '../../../../infra/testing/until.js';

export interface Watching {
  /** Buys, and fails unless the browser is notified. */
  hearsOfAPurchase(): Promise<void>;
  close(): Promise<void>;
}

const RETRY_MS = 500;
const [CUSTOMER] = DEMO_PEOPLE;
if (!CUSTOMER) throw new Error('there is nobody to watch as');

/** Reconnects to the next API when a connection ends, as `EventSource` behind a load balancer does. */
export async function watchLive(cluster: TestCluster): Promise<Watching> {
  const apis = cluster.of('api');
  const { email, password, customer } = CUSTOMER!;
  const closing = new AbortController();
  let lastId: string | undefined;
  let told = 0;
  let attempt = 0;
  let signedIn: SignedIn = await signIn(apis[0]!.url, email, password);

  const watchOnce = async (url: string): Promise<void> => {
    const headers = { cookie: signedIn.cookie, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) };
    const answer = await fetch(url + LIVE_PATH, { headers, signal: closing.signal });
    if (answer.status === 401) signedIn = await signIn(url, email, password);
    if (answer.status !== 200) return;
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      for (const [, id] of chunk.matchAll(/^id: (\d+)$/gm)) lastId = id;
      if (/^event: (change|reset)$/m.test(chunk)) told += 1;
    }
  };
  const watching = (async () => {
    while (!closing.signal.aborted) {
      await watchOnce(apis[attempt++ % apis.length]!.url).catch(() => undefined);
      await sleep(RETRY_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  })();

  return {
    async hearsOfAPurchase() {
      const order = { amount: 50, network: 1, phone: '08035009991', transaction_pin: customer!.pin };
      const { url } = apis[0]!;
      // Sign in again, because the sessions were in the flushed Redis.
      signedIn = await signIn(url, email, password);
      const before = told;
      const { status, body } = await send(`${url}/api/buycard/`, 'POST', order, signedIn.headers);
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      await eventually(
        () => Promise.resolve(told),
        (count) => count > before,
        { withinMs: PATIENCE_MS },
      );
    },
    async close() {
      closing.abort();
      await watching;
    },
  };
}
