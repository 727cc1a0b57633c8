import { Pool } from 'undici';
import { callOnce, type CallResult } from '../http-call.js';

export interface VtpassAccount {
  /** `https://vtpass.com/api`, or an origin alone, to which `/api` is added. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly publicKey: string;
  readonly secretKey: string;
  /** Connections kept open at most; calls beyond it wait. */
  readonly connections?: number;
}

export interface VtpassClient {
  post(path: '/pay' | '/requery' | '/merchant-verify', body: string, timeoutMs: number): Promise<CallResult>;
  get(path: '/balance', timeoutMs: number): Promise<CallResult>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const CONNECTIONS = 128;

/** Keep-alive connections to one VTpass account. Sends what it is told once; deciding to repeat is the caller's. */
export function vtpassClient(account: VtpassAccount): VtpassClient {
  const url = new URL(account.baseUrl);
  const prefix = url.pathname.replace(/\/+$/, '') || '/api';
  const pool = new Pool(url.origin, {
    connections: account.connections ?? CONNECTIONS,
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    keepAliveTimeout: 10_000,
  });
  const common = ['accept', 'application/json', 'api-key', account.apiKey];
  const postHeaders = [...common, 'content-type', 'application/json', 'secret-key', account.secretKey];
  const getHeaders = [...common, 'public-key', account.publicKey];
  return {
    post: (path, body, timeoutMs) =>
      callOnce(pool, { method: 'POST', path: prefix + path, headers: postHeaders, body, timeoutMs }),
    get: (path, timeoutMs) =>
      callOnce(pool, { method: 'GET', path: prefix + path, headers: getHeaders, timeoutMs }),
    close: () => pool.destroy(),
  };
}
