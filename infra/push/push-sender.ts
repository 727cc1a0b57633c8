import { Agent, request } from 'undici';
import webPush from 'web-push';
import { timeoutSignal } from '../host/timers.js';
import { publicLookup } from './public-lookup.js';
import { isPushEndpoint, type PushServices } from './push-endpoint.js';
import type { PushKey } from './push-settings.js';

/** Where a browser has its messages delivered, and what they are encrypted with for it alone. */
export interface PushTarget {
  readonly endpoint: string;
  /** Its public key: an uncompressed point of P-256, base64url. */
  readonly p256dh: string;
  /** 16 bytes, base64url. */
  readonly auth: string;
}

export interface PushMessage {
  /** What the browser is shown once it has decrypted it; JSON. */
  readonly payload: string;
  /** Of two messages of the same topic the service keeps the later one: base64url, at most 32 characters. */
  readonly topic: string;
  /** Seconds that the service keeps it for a device that is away. */
  readonly keptForS: number;
}

/** `gone`: nobody is there any more. `refused`: never, however often it is sent. */
export type PushOutcome = 'sent' | 'gone' | 'refused';

export interface PushSender {
  /** @throws where it may go well another time */
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
  close(): Promise<void>;
}

export interface PushSenderOptions {
  readonly key: PushKey;
  /** Whom a push service may write to: an https or mailto address. */
  readonly contact: string;
  readonly services: PushServices;
  /** In all, until the answer is there; default 10 s. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** Of what a service answers nothing is read but its status. */
const ANSWER_BYTES_MAX = 1_024;
/** 401 and 403: it was subscribed with another key of ours, which is lost. */
const GONE: ReadonlySet<number> = new Set([401, 403, 404, 410]);
const REFUSED: ReadonlySet<number> = new Set([400, 405, 406, 411, 413, 414, 415, 431]);

/**
 * Sends messages that only the browser can read (RFC 8291) through its push service, which is called over https, not redirected, and
 * not waited for longer than the timeout.
 */
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
      // Keys that are none: nothing can be encrypted with them.
      return undefined;
    }
  }

  return {
    async send(target, message) {
      // Asked again: what was allowed when it was subscribed need not be any more.
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
