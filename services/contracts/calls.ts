import type { z } from 'zod';
import { ADMINISTRATOR_CALLS, ADMINISTRATOR_SHAPES } from './admin/administrators.contract.js';
import { ACTIVITY_CALLS, ACTIVITY_SHAPES } from './admin/activity.contract.js';
import { ADMIN_HISTORY_CALLS, ADMIN_HISTORY_SHAPES } from './admin/admin-histories.contract.js';
import { AIRTIME_CALLS, AIRTIME_SHAPES } from './airtime.contract.js';
import { BET_CALLS, BET_SHAPES } from './bet.contract.js';
import { BROADCAST_CALLS, BROADCAST_SHAPES } from './admin/broadcasts.contract.js';
import { BVN_CALLS, BVN_SHAPES } from './bvn.contract.js';
import { CABLE_CALLS, CABLE_SHAPES } from './cable.contract.js';
import { CATALOG_CHANGE_CALLS, CATALOG_CHANGE_SHAPES } from './admin/catalog-changes.contract.js';
import { CATALOG_CALLS, CATALOG_SHAPES } from './catalog.contract.js';
import { CUSTOMER_CALLS, CUSTOMER_SHAPES } from './customers.contract.js';
import { DATA_CALLS, DATA_SHAPES } from './data.contract.js';
import { ELECTRICITY_CALLS, ELECTRICITY_SHAPES } from './electricity.contract.js';
import { EXAM_CALLS, EXAM_SHAPES } from './exams.contract.js';
import { EXTERNAL_CALLS, EXTERNAL_SHAPES } from './admin/external.contract.js';
import { FUNDING_CALLS, FUNDING_SHAPES } from './funding.contract.js';
import { HISTORY_CALLS, HISTORY_SHAPES } from './history.contract.js';
import { LOGIN_CALLS, LOGIN_SHAPES } from './login.contract.js';
import { OPERATIONS_CALLS, OPERATIONS_SHAPES } from './admin/operations.contract.js';
import { SALES_CALLS, SALES_SHAPES } from './admin/sales.contract.js';
import { MONEY_DESK_CALLS, MONEY_DESK_SHAPES } from './admin/money-desk.contract.js';
import { SMS_CALLS, SMS_SHAPES } from './sms.contract.js';
import { TRANSFER_CALLS, TRANSFER_SHAPES } from './transfer.contract.js';
import { USER_CALLS, USER_SHAPES } from './admin/users.contract.js';
import { VENDOR_CALLS, VENDOR_SHAPES } from './admin/vendors.contract.js';
import { serverOnly, type Access, type Call } from './call.js';

export { addressOf } from './call.js';
export type { Access, Call, CallKind } from './call.js';

/** Every call of the HTTP contract. What they take and answer is in SHAPES, under the same names. */
export const CALLS = {
  ...LOGIN_CALLS,
  ...CUSTOMER_CALLS,
  ...CATALOG_CALLS,
  ...AIRTIME_CALLS,
  ...DATA_CALLS,
  ...CABLE_CALLS,
  ...ELECTRICITY_CALLS,
  ...EXAM_CALLS,
  ...SMS_CALLS,
  ...BET_CALLS,
  ...TRANSFER_CALLS,
  ...BVN_CALLS,
  ...HISTORY_CALLS,
  ...FUNDING_CALLS,
  ...ADMINISTRATOR_CALLS,
  ...EXTERNAL_CALLS,
  ...VENDOR_CALLS,
  ...BROADCAST_CALLS,
  ...ADMIN_HISTORY_CALLS,
  ...ACTIVITY_CALLS,
  ...CATALOG_CHANGE_CALLS,
  ...SALES_CALLS,
  ...OPERATIONS_CALLS,
  ...USER_CALLS,
  ...MONEY_DESK_CALLS,
} as const satisfies Record<string, Call>;

/** What each call takes and answers. Fields that are not named are ignored. */
export const SHAPES = serverOnly(() => ({
  ...LOGIN_SHAPES,
  ...CUSTOMER_SHAPES,
  ...CATALOG_SHAPES,
  ...AIRTIME_SHAPES,
  ...DATA_SHAPES,
  ...CABLE_SHAPES,
  ...ELECTRICITY_SHAPES,
  ...EXAM_SHAPES,
  ...SMS_SHAPES,
  ...BET_SHAPES,
  ...TRANSFER_SHAPES,
  ...BVN_SHAPES,
  ...HISTORY_SHAPES,
  ...FUNDING_SHAPES,
  ...ADMINISTRATOR_SHAPES,
  ...EXTERNAL_SHAPES,
  ...VENDOR_SHAPES,
  ...BROADCAST_SHAPES,
  ...ADMIN_HISTORY_SHAPES,
  ...ACTIVITY_SHAPES,
  ...CATALOG_CHANGE_SHAPES,
  ...SALES_SHAPES,
  ...OPERATIONS_SHAPES,
  ...USER_SHAPES,
  ...MONEY_DESK_SHAPES,
}));

export type CallName = keyof typeof CALLS;

/** The body a client sends. */
export type CallRequest<Name extends CallName> = z.input<(typeof SHAPES)[Name]['request']>;
/** The body as the server sees it after validation: amounts in kobo, codes as numbers. */
export type CallInput<Name extends CallName> = z.output<(typeof SHAPES)[Name]['request']>;
/** The body of a successful answer. A failed one is `FailureAnswer`. */
export type CallAnswer<Name extends CallName> = z.output<(typeof SHAPES)[Name]['answer']>;

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
/** In index.html: replaced by the nonce of each answer. */
export const CSP_NONCE_PLACEHOLDER = '__CSP_NONCE__';
