import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import { nowMs } from '../../infra/host/clock.js';
import type { Inbox } from '../../infra/inbox/inbox.js';
import { RuleBroken } from '../contracts/errors.js';
import { factsOfWebhook, PaymentWebhook, isMonnifySignature } from '../vendors/monnify/webhooks.js';

/** Owner of the key that what webhooks say is kept under. */
export const INBOX_KEY = 'inbox-monnify';

export interface RecordWebhookDeps {
  readonly inbox: Inbox;
  readonly vault: KeyVault;
  readonly secretKey: string;
  readonly logger: Logger;
  /** Notes durably that there is a payment, and has it verified afterwards. */
  readonly report: (transactionReference: string) => Promise<void>;
}

/**
 * Takes a webhook of Monnify: keeps what it says, notes the payment it talks about, and is done. Nothing in it is believed:
 * who pays whom how much is asked for afterwards. Whom it names is not kept, not even where it makes no sense: forgetting a person
 * deletes their key, and this is kept under another. @throws RuleBroken(SIGNATURE_INVALID | LEDGER_UNAVAILABLE)
 */
export async function recordWebhook(
  rawBody: Buffer,
  signature: string | undefined,
  deps: RecordWebhookDeps,
): Promise<void> {
  const { inbox, vault, logger } = deps;
  // Whoever answers it logs it, with the address it came from: one line for each.
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
  const { transactionReference } = eventData;
  await deps.report(transactionReference);
}

function parse(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return undefined;
  }
}
