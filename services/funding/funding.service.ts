import type { Logger } from 'pino';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import type { Inbox } from '../../infra/inbox/inbox.js';
import { pause } from '../../infra/host/timers.js';
import type { User } from '../customers/user.state.js';
import type { Users } from '../customers/users.js';
import { monnifyOptions, type MonnifySettings } from '../vendors/monnify/monnify.client.js';
import { createMonnifyProvider } from '../vendors/monnify/monnify.provider.js';
import { ProviderRefused, type PaymentProvider } from '../vendors/payment-provider.js';
import { reportFunding, reportOf } from './funding.stream.js';
import { INBOX_KEY, recordWebhook } from './record-webhook.js';
import { reserveAccount } from './reserve/reserve-account.js';

export interface FundingServiceDeps {
  readonly eventStore: EventStore;
  readonly vault: KeyVault;
  readonly users: Users;
  readonly inbox: Inbox;
  readonly logger: Logger;
  readonly config: MonnifySettings;
  readonly provider?: PaymentProvider;
}

export interface FundingService {
  /**
   * Resolves when the webhook may be acknowledged. @throws RuleBroken(SIGNATURE_INVALID | LEDGER_UNAVAILABLE)
   */
  receiveWebhook(rawBody: Buffer, signature: string | undefined): Promise<void>;
  /** While the provider is unavailable, tries again in the background. */
  reserveAccount(user: User): Promise<void>;
}

export interface OpenFundingService extends FundingService {
  stop(): Promise<void>;
}

export const FUNDING = Symbol('FUNDING');

const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 60_000;

/**
 * Receives webhooks and reserves bank accounts. `followFundings`, in any process, verifies and credits the
 * payments.
 */
export async function openFundingService(deps: FundingServiceDeps): Promise<OpenFundingService> {
  const { eventStore, vault, users, inbox, config, logger } = deps;
  const provider = deps.provider ?? createMonnifyProvider(monnifyOptions(config));
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  await vault.createKey(INBOX_KEY);

  const refused = (error: ProviderRefused): void =>
    logger.error({ err: error }, 'no account number for a customer');

  /** Tries with growing pauses until it succeeds or `stop` is called. Never throws. */
  const repeat = async (reserve: () => Promise<void>): Promise<void> => {
    const { signal } = stopping;
    for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS)) {
      try {
        return await reserve();
      } catch (error) {
        if (error instanceof ProviderRefused) return refused(error);
        logger.warn({ err: error, what: 'reserving an account', pauseMs }, 'failed; it is tried again');
      }
      await pause(pauseMs, signal, { ref: false });
    }
  };

  return {
    receiveWebhook: (rawBody, signature) =>
      recordWebhook(rawBody, signature, {
        inbox,
        vault,
        logger,
        secretKey: config.MONNIFY_SECRET_KEY,
        report: (payment) => reportFunding(eventStore, reportOf(payment, provider, 'webhook')),
      }),

    reserveAccount: async (user) => {
      const reserve = (whose: User): Promise<void> =>
        reserveAccount(whose, { eventStore, vault, users, provider });
      // Read the user before each try: the name may have changed, and an erased customer must not be sent to
      // the provider.
      const again = async (): Promise<void> => {
        const now = await users.current(user.userId);
        if (now) await reserve(now);
      };
      try {
        await reserve(user);
      } catch (error) {
        if (error instanceof ProviderRefused) return refused(error);
        logger.warn({ err: error }, 'no account number yet; the provider is asked again');
        const job = repeat(again).finally(() => running.delete(job));
        running.add(job);
      }
    },

    stop: async () => {
      stopping.abort();
      await provider.close();
      await Promise.all(running);
    },
  };
}
