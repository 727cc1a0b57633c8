import { TRANSFER_VENDOR, type Payment } from './vtpass/vendor-books.js';
import { reversedDisbursement } from './monnify/disbursement-answers.js';
import { monnifySignature } from './monnify/transfers.js';
import type { WebhookSender } from './send-webhook.js';
import { reversalWebhook } from './vtpass/answers.js';

export interface WebhookUrls {
  readonly monnify?: string;
  /** For every vendor that signs nothing. */
  readonly vtpass?: string;
}

/** What a vendor says of a delivery it takes back, in the vendor's own words. */
export type ReversalBody = (payment: Payment) => string;

/** Tells the product that a vendor took a delivery back, each vendor in its own words. */
export function reversalTeller({
  urls,
  secretKey,
  sender,
  bodies,
}: {
  readonly urls: () => WebhookUrls;
  readonly secretKey: string;
  readonly sender: WebhookSender;
  /** Of vendors that do not say it as VTpass does, by their number. */
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
        headers: { 'monnify-signature': monnifySignature(body, secretKey) },
      });
    }
    if (vtpass === undefined) return 'given up';
    const body = (bodies.get(payment.vendor) ?? reversalWebhook)(payment);
    return sender.send({ url: vtpass, body, accepted: isVtpassSuccess });
  };
}

/** VTpass wants `{"response":"success"}` and tries again otherwise. */
const isVtpassSuccess = (status: number, body: string): boolean =>
  status >= 200 && status < 300 && /"response"\s*:\s*"success"/.test(body);
