import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import { nowMs } from '../../infra/host/clock.js';
import type { Inbox } from '../../infra/inbox/inbox.js';
import { RuleBroken } from '../contracts/errors.js';
import type { ListedPayment } from '../vendors/payment-provider.js';
import { koboOfPayment } from '../vendors/provider-amount.js';
import { factsOfWebhook, PaymentWebhook, isMonnifySignature } from '../vendors/monnify/webhooks.js';

export const INBOX_KEY = 'inbox-monnify';

export interface RecordWebhookDeps {
  readonly inbox: Inbox;
  readonly vault: KeyVault;
  readonly secretKey: string;
  readonly logger: Logger;
  readonly report: (payment: ListedPayment) => Promise<void>;
}

/**
 * Stores a webhook without personal data, because erasing a customer deletes no webhooks. Webhooks are not
 * trusted: the report makes us ask the provider.
 * @throws RuleBroken(SIGNATURE_INVALID | LEDGER_UNAVAILABLE)
 */
export async function recordWebhook(
  rawBody: Buffer,
  signature: string | undefined,
  deps: RecordWebhookDeps,
): Promise<void> {
  const { inbox, vault, logger } = deps;
  if (!isMonnifySignature(signature, rawBody, deps.secretKey)) throw new RuleBroken('SIGNATURE_INVALID');
  const id = hash('sha256', rawBody, 'hex');
  const body = parse(rawBody);
  await vault.loadKeys([INBOX_KEY]);
  if (!(await inbox.get(id)))
    await inbox.store({
      id,
      from: 'monnify',
      receivedAt: nowMs(),
      sealed: vault.seal(INBOX_KEY, { bytes: rawBody.length, ...factsOfWebhook(body) }),
    });
  const webhook = PaymentWebhook.safeParse(body);
  if (!webhook.success) {
    logger.info({ message: id }, 'kept a webhook that names no payment');
    return;
  }
  const { eventType, eventData } = webhook.data;
  if (eventType !== 'SUCCESSFUL_TRANSACTION') return;
  const { transactionReference, amountPaid } = eventData;
  await deps.report({ transactionReference, said: koboOfPayment(amountPaid) });
}

function parse(rawBody: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(rawBody));
  } catch {
    return undefined;
  }
}
