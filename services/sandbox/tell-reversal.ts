import { TRANSFER_VENDOR, type Payment } from './vendor-books.js';
import { reversedDisbursement } from './monnify/disbursement-answers.js';
import { signatureOf } from './transfers.js';
import type { WebhookSender } from './send-webhook.js';
import { reversalWebhook } from './vtpass/answers.js';

export interface WebhookUrls {
  readonly monnify?: string;
  readonly paystack?: string;
  /** URL for webhooks of VTpass. VTpass does not sign them. */
  readonly vtpass?: string;
}

export type ReversalBody = (payment: Payment) => string;

export function reversalTeller({
  urls,
  secretKey,
  sender,
  bodies,
}: {
  readonly urls: () => WebhookUrls;
  readonly secretKey: string;
  readonly sender: WebhookSender;
  readonly bodies: ReadonlyMap<number, ReversalBody>;
}): (payment: Payment) => Promise<'accepted' | 'given up'> {
  return async (payment) => {
    const { monnify, vtpass } = urls();
    if (payment.vendor === TRANSFER_VENDOR) {
      if (monnify === undefined) return 'given up';
      const body = reversedDisbursement(payment);
      return sender.send({
        url: monnify,
        body,
        headers: { 'monnify-signature': signatureOf(body, secretKey) },
      });
    }
    if (vtpass === undefined) return 'given up';
    const body = (bodies.get(payment.vendor) ?? reversalWebhook)(payment);
    return sender.send({ url: vtpass, body, accepted: isVtpassSuccess });
  };
}

/**
 * True when the server accepted the webhook. VTpass repeats a webhook until the server answers
 * `{"response":"success"}`.
 */
const isVtpassSuccess = (status: number, body: string): boolean =>
  status >= 200 && status < 300 && /"response"\s*:\s*"success"/.test(body);
