import { Agent, request } from 'undici';
import webPush from 'web-push';
import { timeoutSignal } from '../host/timers.js';
import { publicLookup } from './public-lookup.js';
import { isPushEndpoint, type PushServices } from './push-endpoint.js';
import type { PushKey } from './push-settings.js';

export interface PushTarget {
  readonly endpoint: string;
  /** Public key of the browser: an uncompressed point of P-256 in base64url. */
  readonly p256dh: string;
  /** Secret of the browser's subscription, 16 bytes in base64url. */
  readonly auth: string;
}

export interface PushMessage {
  readonly payload: string;
  /**
   * Topic of the message: base64url with at most 32 characters. A later message replaces an undelivered
   * message with the same topic.
   */
  readonly topic: string;
  /** Seconds for which the push service stores the message while the device is offline. */
  readonly keptForS: number;
}

/** `gone` means that the subscription has ended. `refused` means that a retry cannot succeed. */
export type PushOutcome = 'sent' | 'gone' | 'refused';

export interface PushSender {
  /** @throws when a retry may succeed */
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
  close(): Promise<void>;
}

export interface PushSenderOptions {
  readonly key: PushKey;
  /** Contact of the operator: an https or mailto address. */
  readonly contact: string;
  readonly services: PushServices;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 1_024;
/**
 * Status codes that mean that a subscription has ended. 401 and 403 mean that our key has changed since the
 * subscription began.
 */
const GONE: ReadonlySet<number> = new Set([401, 403, 404, 410]);
const REFUSED: ReadonlySet<number> = new Set([400, 405, 406, 411, 413, 414, 415, 431]);

/** Sends encrypted messages that only the subscribed browser can decrypt (RFC 8291). Follows no redirects. */
export function openPushSender({
  key,
  contact,
  services,
  timeoutMs = TIMEOUT_MS,
}: PushSenderOptions): PushSender {
  const times = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  const open = new Agent({ ...times, connect: { lookup: publicLookup(), timeout: timeoutMs } });
  const own = new Agent({ ...times, connect: { timeout: timeoutMs } });
  const vapidDetails = { subject: contact, publicKey: key.publicKey, privateKey: key.privateKey };

  function encrypted({ endpoint, p256dh, auth }: PushTarget, { payload, topic, keptForS }: PushMessage) {
    const options = { vapidDetails, topic, TTL: keptForS, contentEncoding: 'aes128gcm' } as const;
    try {
      return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, options);
    } catch {
      // No message can be encrypted for an invalid key.
      return undefined;
    }
  }

  return {
    async send(target, message) {
      // Check the endpoint again, because the operator may have changed the allowed `services`
      // since the subscription began.
      if (!isPushEndpoint(target.endpoint, services)) return 'gone';
      const details = encrypted(target, message);
      if (!details) return 'gone';
      const { statusCode, body } = await request(target.endpoint, {
        method: 'POST',
        headers: details.headers as Record<string, string>,
        body: details.body,
        dispatcher: services.origins.includes(new URL(target.endpoint).origin) ? own : open,
        signal: timeoutSignal(timeoutMs),
      });
      await body.dump({ limit: ANSWER_BYTES_MAX }).catch(() => undefined);
      if (statusCode >= 200 && statusCode < 300) return 'sent';
      if (GONE.has(statusCode)) return 'gone';
      if (REFUSED.has(statusCode)) return 'refused';
      throw new Error(`a push service answered ${statusCode}`);
    },
    async close() {
      await Promise.all([open.destroy(), own.destroy()]);
    },
  };
}
