import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import { nowMs } from '../../infra/host/clock.js';
import type { Inbox } from '../../infra/inbox/inbox.js';
import { RuleBroken } from '../contracts/errors.js';
import type { ListedPayment, ProviderWebhook } from '../vendors/payment-provider.js';

export const inboxKey = (provider: string): string => `inbox-${provider}`;

export interface RecordWebhookDeps {
  readonly inbox: Inbox;
  readonly vault: KeyVault;
  /** Returns undefined when the signature of the webhook is wrong. */
  readonly read: (rawBody: Buffer, signature: string | undefined) => ProviderWebhook | undefined;
  readonly logger: Logger;
  readonly report: (payment: ListedPayment) => Promise<void>;
}

/**
 * Stores a webhook without its personal data, because an erasure does not delete webhooks. The content is not
 * trusted, so the provider is asked about the payment.
 * @throws RuleBroken(SIGNATURE_INVALID | LEDGER_UNAVAILABLE)
 */
export async function recordWebhook(
  provider: string,
  rawBody: Buffer,
  signature: string | undefined,
  { inbox, vault, logger, read, report }: RecordWebhookDeps,
): Promise<void> {
  const webhook = read(rawBody, signature);
  if (!webhook) throw new RuleBroken('SIGNATURE_INVALID');
  const { facts, payment } = webhook;
  const id = hash('sha256', rawBody, 'hex');
  const key = inboxKey(provider);
  await vault.loadKeys([key]);
  if (!(await inbox.get(id)))
    await inbox.store({
      id,
      from: provider,
      receivedAt: nowMs(),
      sealed: vault.seal(key, { bytes: rawBody.length, ...facts }),
    });
  if (payment === 'unreadable') logger.info({ message: id }, 'kept a webhook that names no payment');
  else if (payment) await report(payment);
}
