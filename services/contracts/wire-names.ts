import type { Access } from './call.js';

/** Server-sent events for a session cookie. */
export const LIVE_PATH = '/api/live';
/** Server-sent events about lists over all customers, for administrators and auditors. */
export const ADMIN_LIVE_PATH = '/api/admin-live';
/** Data of `change` and `heartbeat` events. Clients must read everything again after a `reset` event. */
export interface LiveMessage {
  readonly position: number;
  /** Names of the projections whose lists have changed. Empty in a heartbeat. */
  readonly lists: readonly string[];
}
export const LIVE_EVENTS = ['change', 'heartbeat', 'reset', 'end'] as const;
export type LiveEvent = (typeof LIVE_EVENTS)[number];

/**
 * Names of the CSRF cookies, one for each kind of session. Pages read the cookie's value and send this value
 * in the header `CSRF_HEADER`.
 */
export const CSRF_COOKIE = 'csrftoken';
export const ADMIN_CSRF_COOKIE = 'admin_csrftoken';
export const csrfCookieFor = (access: Access): string =>
  access === 'admin' || access === 'auditor' ? ADMIN_CSRF_COOKIE : CSRF_COOKIE;
export const CSRF_HEADER = 'x-csrftoken';
export const IDEMPOTENCY_HEADER = 'idempotency-key';
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{1,64}$/;
export const NOT_A_KEY = 'must be 1 to 64 of A-Z a-z 0-9 _ -';
/** Placeholder in index.html. In each answer, the server replaces it by the nonce of this answer. */
export const CSP_NONCE_PLACEHOLDER = '__CSP_NONCE__';
