import { createHmac } from 'node:crypto';
import type { WebhookSender } from '../send-webhook.js';
import { webhookBody } from './answers.js';
import type { MonnifyBooks, Transfer } from './monnify-books.js';

/** `monnify-signature`: HMAC-SHA512 of the raw body under the secret key, lower-case hex. */
export const monnifySignature = (body: string, secretKey: string): string =>
  createHmac('sha512', secretKey).update(body).digest('hex');

/** Tells the merchant of a transfer, with its duplicates at the same moment. Notes in the books that it was taken. */
export async function notify(
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
