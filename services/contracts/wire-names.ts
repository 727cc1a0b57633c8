import type { Access } from './call.js';

/** Path of the live updates (server-sent events) for the owner of a session cookie. */
export const LIVE_PATH = '/api/live';
/**
 * Path of the live updates (server-sent events) for administrators and auditors, about the lists of all
 * customers.
 */
export const ADMIN_LIVE_PATH = '/api/admin-live';
/**
 * Data of a live update of the kind `change` or `heartbeat`. After a `reset`, a client must load
 * all its lists again.
 */
export interface LiveMessage {
  readonly position: number;
  /** Names of the projections whose lists have changed. Empty for a heartbeat. */
  readonly lists: readonly string[];
}
export const LIVE_EVENTS = ['change', 'heartbeat', 'reset', 'end'] as const;
export type LiveEvent = (typeof LIVE_EVENTS)[number];

/** A page reads the CSRF cookie and sends its value in the header `CSRF_HEADER`. */
export const CSRF_COOKIE = 'csrftoken';
export const ADMIN_CSRF_COOKIE = 'admin_csrftoken';
/** Name of the cookie with the latest time (Unix seconds) at which a customer's session ends. */
export const SESSION_ENDS = 'session_ends';
export const csrfCookieFor = (access: Access): string =>
  access === 'admin' || access === 'auditor' ? ADMIN_CSRF_COOKIE : CSRF_COOKIE;
export const CSRF_HEADER = 'x-csrftoken';
export const IDEMPOTENCY_HEADER = 'idempotency-key';
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{1,64}$/;
export const NOT_A_KEY = 'must be 1 to 64 of A-Z a-z 0-9 _ -';
/** Placeholder in index.html. The server replaces it in each answer by a new nonce. */
export const CSP_NONCE_PLACEHOLDER = '__CSP_NONCE__';
