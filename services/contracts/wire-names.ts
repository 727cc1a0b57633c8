import type { Access } from './call.js';

/** Live updates for an EventSource with the session cookie. */
export const LIVE_PATH = '/api/live';
/** The same for administrators and auditors, who hear of lists over all users. */
export const ADMIN_LIVE_PATH = '/api/admin-live';
/** `data` of a `change` and of a `heartbeat`; `id:` is the position too. `reset` carries the same and means: read everything again. */
export interface LiveMessage {
  readonly position: number;
  /** Lists that changed: names given by the projections; empty in a heartbeat. */
  readonly lists: readonly string[];
}
/** Names of the server-sent events of LIVE_PATH. */
export const LIVE_EVENTS = ['change', 'heartbeat', 'reset', 'end'] as const;
export type LiveEvent = (typeof LIVE_EVENTS)[number];

/** The readable cookies whose value a page sends back as CSRF_HEADER: one for each session that a browser may have. */
export const CSRF_COOKIE = 'csrftoken';
export const ADMIN_CSRF_COOKIE = 'admin_csrftoken';
/** The cookie that belongs to the session which a call with this access looks at. */
export const csrfCookieFor = (access: Access): string =>
  access === 'admin' || access === 'auditor' ? ADMIN_CSRF_COOKIE : CSRF_COOKIE;
export const CSRF_HEADER = 'x-csrftoken';
export const IDEMPOTENCY_HEADER = 'idempotency-key';
/** What it holds: a name of the caller's own for one purchase. */
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{1,64}$/;
export const NOT_A_KEY = 'must be 1 to 64 of A-Z a-z 0-9 _ -';
/** In index.html: replaced by the nonce of each answer. */
export const CSP_NONCE_PLACEHOLDER = '__CSP_NONCE__';
