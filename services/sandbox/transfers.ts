import { koboFromNaira, nairaFromKobo } from '../contracts/money.js';
import type { ProviderBooks, Transfer } from './provider-books.js';
import type { WebhookSender } from './send-webhook.js';
import { createHmac } from 'node:crypto';

export interface TransferWebhook {
  readonly header: string;
  readonly secretKey: string;
  readonly bodyOf: (transfer: Transfer) => string;
  url(): string | undefined;
}

export interface Transfers {
  knows(accountNumber: unknown): boolean;
  /**
   * Makes the transfer that `{ accountNumber, amount, duplicates?, loseWebhook? }` describes.
   * Returns the stored transfer, or the text of an error.
   */
  send(order: Readonly<Record<string, unknown>>): Promise<Transfer | string>;
  /** Sends all webhooks that no server has accepted yet. */
  resume(): void;
}

const DUPLICATES_MAX = 100;

export function createTransfers(
  books: ProviderBooks,
  sender: WebhookSender,
  webhook: TransferWebhook,
  now: () => number,
): Transfers {
  const tell = (transfer: Transfer): void => {
    const url = webhook.url();
    if (transfer.loseWebhook || url === undefined) return;
    notify(transfer, url, webhook, books, sender).catch(() => undefined); // after a disk fault, the next start sends the webhook again
  };
  const knows = (accountNumber: unknown): accountNumber is string =>
    typeof accountNumber === 'string' && books.accountWithNumber(accountNumber) !== undefined;
  return {
    knows,

    async send({ accountNumber, amount, duplicates = 0, loseWebhook = false }) {
      if (!knows(accountNumber)) return 'accountNumber: nobody has this account';
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

export const signatureOf = (body: string, secretKey: string): string =>
  createHmac('sha512', secretKey).update(body).digest('hex');

async function notify(
  transfer: Transfer,
  url: string,
  webhook: TransferWebhook,
  books: ProviderBooks,
  sender: WebhookSender,
): Promise<void> {
  const body = webhook.bodyOf(transfer);
  const headers = { [webhook.header]: signatureOf(body, webhook.secretKey) };
  const deliveries = Array.from({ length: 1 + transfer.duplicates }, () =>
    sender.send({ url, body, headers }),
  );
  const ends = await Promise.all(deliveries);
  if (ends.includes('accepted')) books.told(transfer);
}

export const transfersOf = (providers: readonly [Transfers, ...Transfers[]]): Transfers => ({
  knows: (accountNumber) => providers.some((provider) => provider.knows(accountNumber)),
  send: (order) => (providers.find(({ knows }) => knows(order['accountNumber'])) ?? providers[0]).send(order),
  resume: () => providers.forEach((provider) => provider.resume()),
});
