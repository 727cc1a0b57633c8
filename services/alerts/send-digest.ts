import { createHmac } from 'node:crypto';
import { timeoutSignal } from '../../infra/host/timers.js';
import type { Mail } from '../../infra/mail/mailer.js';
import type { PendingDigest } from './alerts.state.js';

export const WEBHOOK_CHANNEL = 'webhook';
const TIMEOUT_MS = 10_000;

const reviewsLine = (count: number): string =>
  count === 1 ? '1 purchase newly waits for a decision.' : `${count} purchases newly wait for a decision.`;

export type NameOf = (userId: string) => string | undefined;

const linesOf = (
  { alerts, reviews }: Pick<PendingDigest, 'alerts' | 'reviews'>,
  nameOf: NameOf,
): string[] => [
  ...alerts.map(({ text, by }) => (by === undefined ? text : `${text} By ${nameOf(by) ?? by}.`)),
  ...(reviews > 0 ? [reviewsLine(reviews)] : []),
];

/**
 * All retries of a digest have the same `Mail.id`, so that a mail server can detect repeats.
 * @param business name of the brand
 */
export function digestMail(
  digest: PendingDigest,
  userId: string,
  to: string,
  business: string,
  nameOf: NameOf = () => undefined,
): Mail {
  const lines = linesOf(digest, nameOf);
  return {
    business,
    id: `alerts-${digest.digestId}-${userId}`,
    to,
    subject: lines.length === 1 ? lines[0]! : `${lines.length} things want attention`,
    text: [lines.map((line) => `- ${line}`).join('\n'), 'The page Operations says more.', business].join(
      '\n\n',
    ),
  };
}

export interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
}

export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

/**
 * Each retry sends the same `idempotency-key`.
 * @throws when the receiver does not answer with status 2xx
 */
export async function postDigest(digest: PendingDigest, target: WebhookTarget, nowMs: number): Promise<void> {
  const { digestId, alerts, reviews, writtenAt } = digest;
  const body = JSON.stringify({
    id: digestId,
    at: new Date(writtenAt).toISOString(),
    reviews,
    alerts: alerts.map(({ alertId, rule, key, text }) => ({ id: alertId, rule, key, text })),
  });
  const timestamp = String(Math.floor(nowMs / 1_000));
  const answer = await fetch(target.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': digestId,
      'x-ledger-timestamp': timestamp,
      'x-ledger-signature': signatureOf(target.secret, timestamp, body),
    },
    body,
    redirect: 'error',
    signal: timeoutSignal(TIMEOUT_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the webhook answered ${answer.status}`);
}
