import { Pool } from 'undici';
import { callOnce, type CallResult } from './http-call.js';

/** Keep-alive connections to one vendor that speaks JSON. Sends what it is told once; deciding to repeat is the caller's. */
export interface VendorClient {
  post(path: string, headers: Headers, body: object, timeoutMs: number): Promise<CallResult>;
  get(path: string, headers: Headers, timeoutMs: number): Promise<CallResult>;
  close(): Promise<void>;
}

type Headers = Readonly<Record<string, string>>;

const CONNECT_TIMEOUT_MS = 5_000;
const CONNECTIONS = 32;

/** Paths are added to that of `baseUrl`. */
export function vendorClient(baseUrl: string, connections = CONNECTIONS): VendorClient {
  const url = new URL(baseUrl);
  const prefix = url.pathname.replace(/\/+$/, '');
  const pool = new Pool(url.origin, {
    connections,
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    keepAliveTimeout: 10_000,
  });
  const flat = (headers: Headers): string[] => [
    'accept',
    'application/json',
    ...Object.entries(headers).flat(),
  ];
  return {
    post: (path, headers, body, timeoutMs) =>
      callOnce(pool, {
        method: 'POST',
        path: prefix + path,
        headers: [...flat(headers), 'content-type', 'application/json'],
        body: JSON.stringify(body),
        timeoutMs,
      }),
    get: (path, headers, timeoutMs) =>
      callOnce(pool, { method: 'GET', path: prefix + path, headers: flat(headers), timeoutMs }),
    close: () => pool.destroy(),
  };
}

/** What a vendor without rules for references is given: letters and digits, the unique part at the end. */
export const plainReference = (uniquePart: string): string =>
  `NL${uniquePart.replace(/[^A-Za-z0-9]/g, '').slice(-24)}`;
