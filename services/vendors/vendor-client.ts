import { Pool } from 'undici';
import { callOnce, type CallResult } from './http-call.js';
import type { SendWindow } from './send-window.js';
import { TOO_OLD, UNREACHABLE, type VendorOutcome } from './vendor-adapter.js';

/** Keep-alive connections to one vendor that speaks JSON. Sends what it is told once; deciding to repeat is the caller's. */
export interface VendorClient {
  /** `window` belongs to what must not be sent late: a purchase. */
  post(
    path: string,
    headers: Headers,
    body: object | undefined,
    timeoutMs: number,
    window?: SendWindow,
  ): Promise<CallResult>;
  get(path: string, headers: Headers, timeoutMs: number): Promise<CallResult>;
  close(): Promise<void>;
}

type Headers = Readonly<Record<string, string>>;

const CONNECT_TIMEOUT_MS = 5_000;

export interface VendorClientOptions {
  /** Kept open at most; default as many as calls: the queues bound how many those are. */
  readonly connections?: number;
  /** Milliseconds. */
  readonly connectTimeoutMs?: number;
  /** Default 256 KiB. */
  readonly answerBytesMax?: number;
}

/** Paths are added to that of `baseUrl`. */
export function vendorClient(baseUrl: string, options: VendorClientOptions = {}): VendorClient {
  const { connections, connectTimeoutMs = CONNECT_TIMEOUT_MS, answerBytesMax } = options;
  const sizes = answerBytesMax === undefined ? {} : { answerBytesMax };
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
  return {
    post: (path, headers, body, timeoutMs, window) =>
      callOnce(pool, {
        method: 'POST',
        path: prefix + path,
        headers: body ? [...flat(headers), 'content-type', 'application/json'] : flat(headers),
        ...(body && { body: JSON.stringify(body) }),
        timeoutMs,
        ...sizes,
        ...(window && { window }),
      }),
    get: (path, headers, timeoutMs) =>
      callOnce(pool, { method: 'GET', path: prefix + path, headers: flat(headers), timeoutMs, ...sizes }),
    close: () => pool.destroy(),
  };
}

/** What a vendor without rules for references is given: letters and digits, the unique part at the end. */
export const plainReference = (uniquePart: string): string =>
  `NL${uniquePart.replace(/[^A-Za-z0-9]/g, '').slice(-24)}`;

/** What was claimed so long ago that others may have judged it by now. */
export const CLAIM_TOO_OLD: VendorOutcome = { outcome: 'unknown', reason: TOO_OLD };

/**
 * What it means that a purchase was not answered. Where not one byte left this machine another vendor may be tried, unless
 * the claim has become too old meanwhile: then only a question can tell.
 */
export function unanswered(
  { sent, reason }: Extract<CallResult, { answered: false }>,
  window: SendWindow,
): VendorOutcome {
  if (sent) return { outcome: 'unknown', reason };
  if (window.leftMs() <= 0) return CLAIM_TOO_OLD;
  return { outcome: 'failed', charged: false, code: UNREACHABLE, blame: 'biller' };
}
