import { koboFromNaira, nairaFromKobo } from '../../contracts/money.js';
import type { WebhookSender } from '../send-webhook.js';
import type { MonnifyBooks, Transfer } from './monnify-books.js';
import { createHmac } from 'node:crypto';
import { webhookBody } from './answers.js';

export interface Transfers {
  /**
   * Takes `{ accountNumber, amount, duplicates?, loseWebhook? }`. Returns the stored transfer or an error
   * text.
   */
  send(order: Readonly<Record<string, unknown>>): Promise<Transfer | string>;
  /** Sends the webhooks that were not accepted before. */
  resume(): void;
}

const DUPLICATES_MAX = 100;

export function createTransfers(
  books: MonnifyBooks,
  sender: WebhookSender,
  webhook: { url(): string | undefined; secretKey: string },
  now: () => number,
): Transfers {
  const tell = (transfer: Transfer): void => {
    const url = webhook.url();
    if (transfer.loseWebhook || url === undefined) return;
    notify(transfer, url, webhook.secretKey, books, sender).catch(() => undefined); // after a disk fault, the next start sends the webhook again
  };
  return {
    async send({ accountNumber, amount, duplicates = 0, loseWebhook = false }) {
      if (typeof accountNumber !== 'string' || !books.accountWithNumber(accountNumber))
        return 'accountNumber: nobody has this account';
      const kobo = koboFromNaira(amount);
      if (kobo === undefined || kobo === 0n) return 'amount: must be naira with at most two decimals';
      if (
        typeof duplicates !== 'number' ||
        !Number.isInteger(duplicates) ||
        duplicates < 0 ||
        duplicates > DUPLICATES_MAX
      )
        return `duplicates: must be 0 to ${DUPLICATES_MAX}`;
      if (typeof loseWebhook !== 'boolean') return 'loseWebhook: must be true or false';
      const transfer = books.receive(accountNumber, nairaFromKobo(kobo), now(), { duplicates, loseWebhook });
      await books.durable();
      tell(transfer);
      return transfer;
    },
    resume: () => books.transfers.filter(({ told }) => !told).forEach(tell),
  };
}

/** Header `monnify-signature`: HMAC-SHA512 of the raw body with `secretKey`, hexadecimal in lower case. */
export const monnifySignature = (body: string, secretKey: string): string =>
  createHmac('sha512', secretKey).update(body).digest('hex');

async function notify(
  transfer: Transfer,
  url: string,
  secretKey: string,
  books: MonnifyBooks,
  sender: WebhookSender,
): Promise<void> {
  const body = webhookBody(transfer);
  const headers = { 'monnify-signature': monnifySignature(body, secretKey) };
  const deliveries = Array.from({ length: 1 + transfer.duplicates }, () =>
    sender.send({ url, body, headers }),
  );
  const ends = await Promise.all(deliveries);
  if (ends.includes('accepted')) books.told(transfer);
}
