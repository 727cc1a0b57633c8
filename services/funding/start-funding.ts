import type { Logger } from 'pino';
import type { Checkpoints } from '../../infra/checkpoints/checkpoints.js';
import type { Config } from '../../infra/config/config.js';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import type { Inbox } from '../../infra/inbox/inbox.js';
import type { Users } from '../accounts/users.js';
import { koboFromNaira } from '../contracts/money.js';
import type { WalletStreams } from '../wallet/wallet.streams.js';
import { fundingDesk } from './funding-desk.js';
import type { FundingDesk } from './funding-desk.js';
import { FundingMemory } from './funding-memory.js';
import { reportFunding } from './funding.stream.js';
import { createMonnifyClient } from './monnify/monnify.client.js';
import { OpenFundings } from './open-fundings.js';
import type { PaymentProvider } from './payment-provider.js';
import { INBOX_KEY } from './record-webhook.js';
import { recoverFundings } from './recover-fundings.js';
import { repeatUntilDone } from './repeat-until-done.js';
import { sweepWindow, sweepWindows } from './sweep.js';
import { VerifyFunding } from './verify-funding.js';

export interface FundingDeps {
  readonly eventStore: EventStore;
  readonly wallets: WalletStreams;
  readonly users: Users;
  readonly vault: KeyVault;
  readonly inbox: Inbox;
  readonly checkpoints: Checkpoints;
  readonly config: Pick<
    Config,
    | 'MONNIFY_URL'
    | 'MONNIFY_API_KEY'
    | 'MONNIFY_SECRET_KEY'
    | 'MONNIFY_CONTRACT_CODE'
    | 'FUNDING_CHARGE_NAIRA'
    | 'FUNDING_SWEEP_EVERY'
    | 'sandboxUrl'
  >;
  readonly logger: Logger;
  /** Instead of Monnify. */
  readonly provider?: PaymentProvider;
  /** Before reading the log for what a crash left open; the path of customers comes first. */
  readonly recoverAfterMs?: number;
}

export interface Funding extends FundingDesk {
  /** Looks for lost webhooks now. @returns how many payments the provider listed */
  sweep(): Promise<number>;
  /** Payments reported and not finished. */
  openCount(): number;
  stop(): Promise<void>;
}

const RECOVER_AFTER_MS = 2_000;
const RECOVER_PAUSE_MS = 10;
/** At a stop, calls under way get this long before their connection is cut; they are repeated after the next start. */
const STOP_PATIENCE_MS = 1_500;
const INBOX_KEPT_MS = 90 * 24 * 3_600_000;

/** Money coming in: webhooks, the provider's word on them, credits, and the search for what was lost. */
export async function startFunding(deps: FundingDeps): Promise<Funding> {
  const { eventStore, wallets, users, vault, inbox, config, logger } = deps;
  const provider = deps.provider ?? createMonnifyClient(monnifyOptions(config));
  const charge = koboFromNaira(config.FUNDING_CHARGE_NAIRA) ?? 0n;
  const stopping = new AbortController();
  const { signal } = stopping;
  await vault.createKey(INBOX_KEY);

  const verify = new VerifyFunding({ eventStore, wallets, provider, charge });
  const open = new OpenFundings({ settle: (reference) => verify.settle(reference), logger });
  /** Payments whose report is being stored: neither open nor absent. */
  const reporting = new Set<string>();
  const memory = await FundingMemory.open(deps.checkpoints, provider.code, eventStore, () => [
    ...reporting,
    ...open.references(),
  ]);
  const report = async (transactionReference: string, by: 'webhook' | 'sweep'): Promise<void> => {
    reporting.add(transactionReference);
    try {
      await reportFunding(eventStore, { provider: provider.code, transactionReference, by });
      open.add(transactionReference);
    } finally {
      reporting.delete(transactionReference);
    }
  };

  const sweep = async (): Promise<number> => {
    let found = 0;
    for (const { from, to } of sweepWindows(memory.sweptUntil, Date.now())) {
      found += await sweepWindow(provider, { from, to }, (reference) => report(reference, 'sweep'));
      memory.sweptUntil = to;
    }
    await memory.save();
    return found;
  };
  const sweepQuietly = (): Promise<unknown> =>
    sweep()
      .then(() => inbox.prune(Date.now() - INBOX_KEPT_MS))
      .catch((error: unknown) =>
        logger.warn({ err: error }, 'the search for lost webhooks failed; it is repeated'),
      );
  const recover = async (): Promise<void> => {
    const recovered = await recoverFundings(eventStore, provider.code, memory.known(), {
      ...{ pauseMs: RECOVER_PAUSE_MS, signal },
    });
    if (!recovered) return;
    recovered.open.forEach((reference) => open.add(reference));
    memory.recovered = true;
    await memory.save();
  };

  memory.known().open.forEach((reference) => open.add(reference));
  const running = new Set<Promise<unknown>>();
  const run = (work: () => Promise<unknown>): void => {
    const job = work().finally(() => running.delete(job));
    running.add(job);
  };
  const sweeping = setInterval(() => run(sweepQuietly), config.FUNDING_SWEEP_EVERY);
  const recovering = setTimeout(
    () => run(() => repeatUntilDone(recover, { what: 'reading open payments from the log', logger, signal })),
    deps.recoverAfterMs ?? RECOVER_AFTER_MS,
  );
  sweeping.unref();
  recovering.unref();
  run(() =>
    repeatUntilDone(() => sweep().then(() => undefined), {
      what: 'the first search for lost webhooks',
      logger,
      signal,
    }),
  );

  return {
    ...fundingDesk({
      ...{ eventStore, vault, users, inbox, logger, provider, run, signal },
      secretKey: config.MONNIFY_SECRET_KEY,
      report: (reference) => report(reference, 'webhook'),
    }),
    sweep,
    openCount: () => open.references().length,
    stop: async () => {
      clearInterval(sweeping);
      clearTimeout(recovering);
      stopping.abort();
      const impatient = setTimeout(() => void provider.close(), STOP_PATIENCE_MS);
      await open.stop();
      await Promise.all(running);
      clearTimeout(impatient);
      await memory.save();
      await provider.close();
    },
  };
}

/** The Monnify account that the configuration names. */
export const monnifyOptions = (config: FundingDeps['config']) => ({
  baseUrl: config.MONNIFY_URL ?? config.sandboxUrl,
  apiKey: config.MONNIFY_API_KEY,
  secretKey: config.MONNIFY_SECRET_KEY,
  contractCode: config.MONNIFY_CONTRACT_CODE,
});
