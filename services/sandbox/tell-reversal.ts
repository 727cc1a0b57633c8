import { BET_VENDOR, orderAnswer } from './bet/bet.routes.js';
import { SMS_VENDOR, TRANSFER_VENDOR } from './vtpass/vendor-books.js';
import { reversedDisbursement } from './monnify/disbursement-answers.js';
import { monnifySignature } from './monnify/transfers.js';
import type { WebhookSender } from './send-webhook.js';
import { reversalWebhook } from './vtpass/answers.js';
import type { Payment } from './vtpass/vendor-books.js';

export interface WebhookUrls {
  readonly monnify?: string;
  /** For every vendor that signs nothing. */
  readonly vtpass?: string;
}

/** Tells the product that a vendor took a delivery back, each vendor in its own words. */
export function reversalTeller({
  urls,
  secretKey,
  sender,
}: {
  readonly urls: () => WebhookUrls;
  readonly secretKey: string;
  readonly sender: WebhookSender;
}): (payment: Payment) => Promise<'accepted' | 'given up'> {
  return async (payment) => {
    const { monnify, vtpass } = urls();
    if (payment.vendor === TRANSFER_VENDOR) {
      if (monnify === undefined) return 'given up';
      const body = reversedDisbursement(payment);
      return sender.send({
        url: monnify,
        body,
        headers: { 'monnify-signature': monnifySignature(body, secretKey) },
      });
    }
    if (vtpass === undefined) return 'given up';
    return sender.send({ url: vtpass, body: bodyOf(payment), accepted: isVtpassSuccess });
  };
}

function bodyOf(payment: Payment): string {
  if (payment.vendor === BET_VENDOR) return JSON.stringify(orderAnswer(payment).data);
  if (payment.vendor !== SMS_VENDOR) return reversalWebhook(payment);
  const [reference] = payment.requestId.split('/');
  return JSON.stringify({ type: 'outbound', receiver: payment.recipient, reference, status: 'Refunded' });
}

/** VTpass wants `{"response":"success"}` and tries again otherwise. */
const isVtpassSuccess = (status: number, body: string): boolean =>
  status >= 200 && status < 300 && /"response"\s*:\s*"success"/.test(body);
