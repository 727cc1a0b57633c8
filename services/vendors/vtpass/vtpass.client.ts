import { Pool } from 'undici';
import { callOnce, type CallResult, type OnAnswer } from '../http-call.js';
import type { SendWindow } from '../send-window.js';

export interface VtpassAccount {
  /** Address such as `https://vtpass.com/api`. When the address has no path, `/api` is added. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly publicKey: string;
  readonly secretKey: string;
  readonly connections?: number;
  readonly onAnswer?: OnAnswer | undefined;
}

export interface VtpassClient {
  post(
    path: '/pay' | '/requery' | '/merchant-verify',
    body: string,
    timeoutMs: number,
    window?: SendWindow,
  ): Promise<CallResult>;
  get(path: '/balance' | `/service-variations?serviceID=${string}`, timeoutMs: number): Promise<CallResult>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;

/** Repeats no call. */
export function vtpassClient(account: VtpassAccount): VtpassClient {
  const url = new URL(account.baseUrl);
  const prefix = url.pathname.replace(/(?<!\/)\/+$/, '') || '/api';
  const pool = new Pool(url.origin, {
    connections: account.connections ?? null,
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    keepAliveTimeout: 10_000,
  });
  const common = ['accept', 'application/json', 'api-key', account.apiKey];
  const postHeaders = [...common, 'content-type', 'application/json', 'secret-key', account.secretKey];
  const getHeaders = [...common, 'public-key', account.publicKey];
  return {
    post: (path, body, timeoutMs, window) =>
      callOnce(pool, {
        method: 'POST',
        path: prefix + path,
        headers: postHeaders,
        body,
        timeoutMs,
        onAnswer: account.onAnswer,
        ...(window && { window }),
      }),
    get: (path, timeoutMs) =>
      callOnce(pool, {
        method: 'GET',
        path: prefix + path,
        headers: getHeaders,
        timeoutMs,
        onAnswer: account.onAnswer,
      }),
    close: () => pool.destroy(),
  };
}

/** Offset of Lagos time from UTC, the same throughout the year. */
const LAGOS_OFFSET_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Makes the reference of an attempt: a Lagos time as YYYYMMDDHHmm, then the last 24 letters or digits of
 * `uniquePart`. The time is `acceptedAt`. If `acceptedAt` is before the Lagos day of `now`, the time is 00:00
 * of that day, because VTpass refuses references of another day.
 */
export function mintVtpassReference(acceptedAt: Date, now: Date, uniquePart: string): string {
  const sinceMidnightMs = (now.getTime() + LAGOS_OFFSET_MS) % DAY_MS;
  const at = Math.max(acceptedAt.getTime(), now.getTime() - sinceMidnightMs);
  return lagosMinute(at) + uniquePart.replace(/[^A-Za-z0-9]/g, '').slice(-24);
}

/** YYYYMMDDHHmm. */
function lagosMinute(atMs: number): string {
  const iso = new Date(atMs + LAGOS_OFFSET_MS).toISOString();
  return iso.slice(0, 4) + iso.slice(5, 7) + iso.slice(8, 10) + iso.slice(11, 13) + iso.slice(14, 16);
}
