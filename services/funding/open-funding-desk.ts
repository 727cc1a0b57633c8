import { INBOX_KEY } from './record-webhook.js';
import { fundingDesk } from './funding-desk.js';
import type { FundingDesk } from './funding-desk.js';
import { reportFunding } from './funding.stream.js';
import { createMonnifyClient } from './monnify/monnify.client.js';
import { monnifyOptions } from './start-funding.js';
import type { FundingDeps } from './start-funding.js';

export interface OpenFundingDesk extends FundingDesk {
  stop(): Promise<void>;
}

/**
 * The desk alone, for a process of many that take webhooks: what it notes is verified by whichever process follows the
 * log for it, so nothing is lost with this one.
 */
export async function openFundingDesk(
  deps: Pick<FundingDeps, 'eventStore' | 'vault' | 'users' | 'inbox' | 'config' | 'logger' | 'provider'>,
): Promise<OpenFundingDesk> {
  const { eventStore, vault, config, provider = createMonnifyClient(monnifyOptions(config)) } = deps;
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  await vault.createKey(INBOX_KEY);
  return {
    ...fundingDesk({
      ...deps,
      provider,
      secretKey: config.MONNIFY_SECRET_KEY,
      signal: stopping.signal,
      report: (transactionReference) =>
        reportFunding(eventStore, { provider: provider.code, transactionReference, by: 'webhook' }),
      run(work) {
        const job = work().finally(() => running.delete(job));
        running.add(job);
      },
    }),
    async stop() {
      stopping.abort();
      await provider.close();
      await Promise.all(running);
    },
  };
}
