import type { Logger } from 'pino';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import type { Inbox } from '../../infra/inbox/inbox.js';
import { pause } from '../../infra/host/timers.js';
import type { User } from '../customers/user.state.js';
import type { Users } from '../customers/users.js';
import type { PaymentProvider as Code } from '../contracts/admin/money-desk.contract.js';
import { RuleBroken } from '../contracts/errors.js';
import { createProviders, PROVIDER_KINDS, type ProviderSettings } from '../vendors/payment-providers.js';
import { asksIdentity, type IdentityRule } from '../vendors/identity-rule.js';
import { ProviderRefused, type Identity, type PaymentProvider } from '../vendors/payment-provider.js';
import { reportFunding, reportOf } from './funding.stream.js';
import { inboxKey, recordWebhook } from './record-webhook.js';
import { reserveAccount } from './reserve/reserve-account.js';

export interface FundingServiceDeps {
  readonly eventStore: EventStore;
  readonly vault: KeyVault;
  readonly users: Users;
  readonly inbox: Inbox;
  readonly logger: Logger;
  readonly config: ProviderSettings & IdentityRule;
  /** Default: those of `FUNDING_PROVIDERS`. */
  readonly providers?: readonly PaymentProvider[];
}

export interface FundingService {
  /**
   * Receives a webhook. Confirm the webhook to the provider only after the promise has resolved.
   * Webhooks of a provider that is not in use are refused like webhooks with a wrong signature.
   * @throws RuleBroken(SIGNATURE_INVALID | LEDGER_UNAVAILABLE)
   */
  receiveWebhook(provider: Code, rawBody: Buffer, signature: string | undefined): Promise<void>;
  /** Returns the providers at which the customer has no account number yet. */
  lacking(user: Pick<User, 'reservedAccounts'>): readonly string[];
  /**
   * Asks every provider for an account, unless accounts need a BVN or NIN. Repeats a request to an unavailable
   * provider in the background. Never throws.
   */
  reserveAccount(user: User): Promise<void>;
  /**
   * Gives the customer's BVN or NIN to every provider, and opens missing accounts. Asks each provider once.
   * Does not keep the number.
   * @returns codes of the providers that refused or did not answer
   * @throws RuleBroken(ACCOUNT_REFUSED | ACCOUNT_UNAVAILABLE) when no provider accepted the number
   */
  openAccounts(user: User, identity: Identity): Promise<readonly string[]>;
}

export interface OpenFundingService extends FundingService {
  stop(): Promise<void>;
}

export const FUNDING = Symbol('FUNDING');

const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 60_000;

/** Opens the service that receives webhooks and reserves bank accounts. */
export async function openFundingService(deps: FundingServiceDeps): Promise<OpenFundingService> {
  const { eventStore, vault, users, inbox, config, logger } = deps;
  const providers = deps.providers ?? createProviders(config);
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  for (const { code } of providers) await vault.createKey(inboxKey(code));

  const refused = (error: ProviderRefused, { code }: PaymentProvider): void =>
    logger.error({ err: error, provider: code }, 'no account number for a customer');

  /**
   * Repeats `reserve` with growing pauses until it succeeds or `stop` is called. Never throws an
   * error.
   */
  const repeat = async (reserve: () => Promise<void>, provider: PaymentProvider): Promise<void> => {
    const { signal } = stopping;
    for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS)) {
      try {
        return await reserve();
      } catch (error) {
        if (error instanceof ProviderRefused) return refused(error, provider);
        logger.warn({ err: error, what: 'reserving an account', pauseMs }, 'failed; it is tried again');
      }
      await pause(pauseMs, signal, { ref: false });
    }
  };

  const reserveAt = async (provider: PaymentProvider, user: User): Promise<void> => {
    const reserve = (whose: User): Promise<void> =>
      reserveAccount(whose, { eventStore, vault, users, provider });
    // Read the user again before each try, because the name may have changed. The name of an erased customer
    // must not be sent to the provider.
    const again = async (): Promise<void> => {
      const now = await users.current(user.userId);
      if (now) await reserve(now);
    };
    try {
      await reserve(user);
    } catch (error) {
      if (error instanceof ProviderRefused) return refused(error, provider);
      logger.warn({ err: error }, 'no account number yet; the provider is asked again');
      const job = repeat(again, provider).finally(() => running.delete(job));
      running.add(job);
    }
  };

  return {
    receiveWebhook: async (code, rawBody, signature) => {
      const provider = providers.find((on) => on.code === code);
      if (!provider) throw new RuleBroken('SIGNATURE_INVALID');
      await recordWebhook(code, rawBody, signature, {
        inbox,
        vault,
        logger,
        read: (body, shown) => PROVIDER_KINDS[code].readWebhook(body, shown, config),
        report: (payment) => reportFunding(eventStore, reportOf(payment, provider, 'webhook')),
      });
    },

    lacking: ({ reservedAccounts }) => {
      const has = (code: string): boolean =>
        reservedAccounts.some(({ provider, bankAccounts }) => provider === code && bankAccounts.length > 0);
      return providers.flatMap(({ code }) => (has(code) ? [] : [code]));
    },

    reserveAccount: async (user) => {
      if (asksIdentity(config)) return;
      await Promise.all(providers.map((provider) => reserveAt(provider, user)));
    },

    openAccounts: async (user, identity) => {
      const openAt = async (some: readonly PaymentProvider[]) => {
        const failed: { readonly code: string; readonly error: unknown }[] = [];
        await Promise.all(
          some.map((provider) =>
            reserveAccount(user, { eventStore, vault, users, provider }, { identity }).catch(
              (error: unknown) => {
                if (error instanceof ProviderRefused) refused(error, provider);
                else logger.warn({ err: error, provider: provider.code }, 'no account number yet');
                failed.push({ code: provider.code, error });
              },
            ),
          ),
        );
        return failed;
      };
      const checking = providers.filter((provider) => provider.identify);
      const failed = await openAt(checking);
      // Open accounts at the other providers only when a provider has accepted the number.
      if (failed.length === checking.length) {
        const isRefused = failed.some(({ error }) => error instanceof ProviderRefused);
        throw new RuleBroken(isRefused ? 'ACCOUNT_REFUSED' : 'ACCOUNT_UNAVAILABLE', {
          field: 'identity_number',
        });
      }
      const others = await openAt(providers.filter((provider) => !provider.identify));
      return [...failed, ...others].map(({ code }) => code);
    },

    stop: async () => {
      stopping.abort();
      await Promise.all(providers.map((provider) => provider.close()));
      await Promise.all(running);
    },
  };
}
