import type { Logger } from 'pino';
import type { EventStore } from '../../infra/event-store/event-store.js';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import type { Inbox } from '../../infra/inbox/inbox.js';
import type { User } from '../accounts/user.state.js';
import type { Users } from '../accounts/users.js';
import { ProviderRefused } from './payment-provider.js';
import type { PaymentProvider } from './payment-provider.js';
import { recordWebhook } from './record-webhook.js';
import { repeatUntilDone } from './repeat-until-done.js';
import { reserveAccount } from './reserve-account.js';

export interface FundingDeskDeps {
  readonly eventStore: EventStore;
  readonly vault: KeyVault;
  readonly users: Users;
  readonly inbox: Inbox;
  readonly logger: Logger;
  readonly provider: PaymentProvider;
  /** Of the provider: signs its webhooks. */
  readonly secretKey: string;
  /** Notes durably that there is a payment, and has it verified afterwards. */
  readonly report: (transactionReference: string) => Promise<void>;
  /** Starts work that a stop waits for. */
  readonly run: (work: () => Promise<unknown>) => void;
  readonly signal: AbortSignal;
}

export interface FundingDesk {
  /** Settles when the webhook may be acknowledged. @throws RuleBroken(SIGNATURE_INVALID | LEDGER_UNAVAILABLE) */
  receiveWebhook(rawBody: Buffer, signature: string | undefined): Promise<void>;
  /** An account number for the customer: now, or, while the provider is away, as soon as it is back. */
  reserveAccount(user: User): Promise<void>;
}

/** What of funding customers and the provider talk to. */
export function fundingDesk(deps: FundingDeskDeps): FundingDesk {
  const { eventStore, vault, users, inbox, logger, provider, secretKey, report, run, signal } = deps;
  return {
    receiveWebhook: (rawBody, signature) =>
      recordWebhook(rawBody, signature, { inbox, vault, logger, secretKey, report }),
    reserveAccount: async (user) => {
      const reserve = (): Promise<void> => reserveAccount(user, { eventStore, vault, users, provider });
      try {
        await reserve();
      } catch (error) {
        if (error instanceof ProviderRefused)
          return logger.error({ err: error }, 'no account number for a customer');
        logger.warn({ err: error }, 'no account number yet; the provider is asked again');
        run(() => repeatUntilDone(reserve, { what: 'reserving an account', logger, signal }));
      }
    },
  };
}
