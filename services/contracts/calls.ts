import type { z } from 'zod';
import { ACCOUNTS_CALLS } from './accounts.calls.js';
import { BANKING_CALLS } from './banking.calls.js';
import type { Call } from './call.js';
import { HISTORY_CALLS } from './history.calls.js';
import type { SHAPES } from './http.js';
import { PRODUCT_CALLS } from './products.calls.js';

export type { Access, Call, CallKind } from './call.js';

/** Every call of the HTTP contract. Shapes of bodies and answers are in `http.ts`, under the same names. */
export const CALLS = {
  ...ACCOUNTS_CALLS,
  ...PRODUCT_CALLS,
  ...BANKING_CALLS,
  login: { method: 'POST', path: '/api/user_login/', kind: 'changes', access: 'public' },
  adminLogin: { method: 'POST', path: '/api/admin-login/', kind: 'changes', access: 'public' },
  logout: { method: 'POST', path: '/api/logout/', kind: 'changes', access: 'session' },
  session: { method: 'POST', path: '/api/session/', kind: 'reads', access: 'session' },
  userData: { method: 'POST', path: '/api/user_data/', kind: 'reads', access: 'user' },
  notifications: { method: 'POST', path: '/api/notifications/', kind: 'reads', access: 'user' },
  airtimeQuote: { method: 'POST', path: '/api/airtime_quote/', kind: 'reads', access: 'user' },
  buyAirtime: { method: 'POST', path: '/api/buycard/', kind: 'changes', access: 'user' },
  ...HISTORY_CALLS,
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof CALLS;

/** The body a client sends. */
export type CallRequest<Name extends CallName> = z.input<(typeof SHAPES)[Name]['request']>;
/** The body as the server sees it after validation: amounts in kobo, codes as numbers. */
export type CallInput<Name extends CallName> = z.output<(typeof SHAPES)[Name]['request']>;
/** The body of a successful answer. A failed one is `FailureAnswer`. */
export type CallAnswer<Name extends CallName> = z.output<(typeof SHAPES)[Name]['answer']>;

/** Live updates for an EventSource with the session cookie. */
export const LIVE_PATH = '/api/live';
/** `data` of a `change` and of a `heartbeat`; `id:` is the position too. `reset` carries the same and means: read everything again. */
export interface LiveMessage {
  readonly position: number;
  /** Lists that changed: names given by the projections; empty in a heartbeat. */
  readonly lists: readonly string[];
}
/** Names of the server-sent events of LIVE_PATH. */
export const LIVE_EVENTS = ['change', 'heartbeat', 'reset', 'end'] as const;
export type LiveEvent = (typeof LIVE_EVENTS)[number];

export const CSRF_COOKIE = 'csrftoken';
export const CSRF_HEADER = 'x-csrftoken';
export const IDEMPOTENCY_HEADER = 'idempotency-key';
/** In index.html: replaced by the nonce of each answer. */
export const CSP_NONCE_PLACEHOLDER = '__CSP_NONCE__';
