import { Pool } from 'undici';
import { callOnce, type CallResult, type OnAnswer } from './http-call.js';
import type { SendWindow } from './send-window.js';
import { TOO_OLD, UNREACHABLE, type VendorOutcome } from './vendor-adapter.js';

type SendBody = (
  path: string,
  headers: Headers,
  body: object | undefined,
  timeoutMs: number,
  window?: SendWindow,
) => Promise<CallResult>;

/** Repeats no call. */
export interface VendorClient {
  readonly post: SendBody;
  readonly put: SendBody;
  get(path: string, headers: Headers, timeoutMs: number): Promise<CallResult>;
  close(): Promise<void>;
}

type Headers = Readonly<Record<string, string>>;

const CONNECT_TIMEOUT_MS = 5_000;

export interface VendorClientOptions {
  /**
   * Maximum number of open connections. Unlimited when absent, because queues already limit the
   * number of calls.
   */
  readonly connections?: number;
  /** Milliseconds. */
  readonly connectTimeoutMs?: number;
  /** Default 256 KiB. */
  readonly answerBytesMax?: number;
  readonly onAnswer?: OnAnswer | undefined;
}

export function vendorClient(baseUrl: string, options: VendorClientOptions = {}): VendorClient {
  const { connections, connectTimeoutMs = CONNECT_TIMEOUT_MS, answerBytesMax, onAnswer } = options;
  const every = { onAnswer, ...(answerBytesMax !== undefined && { answerBytesMax }) };
  const url = new URL(baseUrl);
  const prefix = url.pathname.replace(/(?<!\/)\/+$/, '');
  const pool = new Pool(url.origin, {
    connections: connections ?? null,
    pipelining: 1,
    connect: { timeout: connectTimeoutMs },
    keepAliveTimeout: 10_000,
  });
  const flat = (headers: Headers): string[] => [
    'accept',
    'application/json',
    ...Object.entries(headers).flat(),
  ];
  const sendBody =
    (method: 'POST' | 'PUT'): SendBody =>
    (path, headers, body, timeoutMs, window) =>
      callOnce(pool, {
        method,
        path: prefix + path,
        headers: body ? [...flat(headers), 'content-type', 'application/json'] : flat(headers),
        ...(body && { body: JSON.stringify(body) }),
        timeoutMs,
        ...every,
        ...(window && { window }),
      });
  return {
    post: sendBody('POST'),
    put: sendBody('PUT'),
    get: (path, headers, timeoutMs) =>
      callOnce(pool, { method: 'GET', path: prefix + path, headers: flat(headers), timeoutMs, ...every }),
    close: () => pool.destroy(),
  };
}

export const plainReference = (uniquePart: string): string =>
  `NL${uniquePart.replace(/[^A-Za-z0-9]/g, '').slice(-24)}`;

/**
 * Outcome of an attempt that was not sent. Its `SendWindow` had ended, so another worker may have refunded the
 * purchase.
 */
export const CLAIM_TOO_OLD: VendorOutcome = { outcome: 'unknown', reason: TOO_OLD };

/**
 * Another vendor may get the order only if no byte was sent and `window` is still open. Otherwise, the
 * outcome is `unknown`.
 */
export function unanswered(
  { sent, reason }: Extract<CallResult, { answered: false }>,
  window: SendWindow,
): VendorOutcome {
  if (sent) return { outcome: 'unknown', reason };
  if (window.leftMs() <= 0) return CLAIM_TOO_OLD;
  return { outcome: 'failed', charged: false, code: UNREACHABLE, blame: 'biller' };
}
