import type { z } from 'zod';
import { ADMINISTRATOR_ACCESS_SHAPES } from './admin/administrator-access.contract.js';
import { ADMINISTRATOR_SHAPES } from './admin/administrators.contract.js';
import { ACTIVITY_SHAPES } from './admin/activity.contract.js';
import { ADMIN_HISTORY_SHAPES } from './admin/admin-histories.contract.js';
import { AIRTIME_SHAPES } from './airtime.contract.js';
import { BET_SHAPES } from './bet.contract.js';
import { BROADCAST_SHAPES } from './admin/broadcasts.contract.js';
import { BVN_SHAPES } from './bvn.contract.js';
import { CABLE_SHAPES } from './cable.contract.js';
import { CATALOG_CHANGE_SHAPES } from './admin/catalog-changes.contract.js';
import { CATALOG_SHAPES } from './catalog.contract.js';
import { CUSTOMER_SHAPES } from './customers.contract.js';
import { DATA_SHAPES } from './data.contract.js';
import { ELECTRICITY_SHAPES } from './electricity.contract.js';
import { EXAM_SHAPES } from './exams.contract.js';
import { EXTERNAL_SHAPES } from './admin/external.contract.js';
import { FUNDING_SHAPES } from './funding.contract.js';
import { HISTORY_SHAPES } from './history.contract.js';
import { LOGIN_SHAPES } from './login.contract.js';
import { PRICE_SHAPES } from './admin/prices.contract.js';
import { OPERATIONS_SHAPES } from './admin/operations.contract.js';
import { SALES_SHAPES } from './admin/sales.contract.js';
import { MONEY_DESK_SHAPES } from './admin/money-desk.contract.js';
import { PROBLEM_REPORT_SHAPES } from './admin/problem-reports.contract.js';
import { CHARGEBACK_SHAPES } from './admin/chargebacks.contract.js';
import { UNMATCHED_SHAPES } from './admin/unmatched.contract.js';
import { SECOND_FACTOR_SHAPES } from './admin/second-factor.contract.js';
import { SMS_SHAPES } from './sms.contract.js';
import { TRANSFER_SHAPES } from './transfer.contract.js';
import { USER_SHAPES } from './admin/users.contract.js';
import { VENDOR_SHAPES } from './admin/vendors.contract.js';
import { ADMINISTRATOR_SIDE_CALLS } from './admin/administrator-side-calls.js';
import { CUSTOMER_SIDE_CALLS } from './customer-side-calls.js';
import { serverOnly } from './call.js';

export { addressOf } from './call.js';
export * from './wire-names.js';
export type { Access, Call, CallKind } from './call.js';

/** Every call of the HTTP contract. What they take and answer is in SHAPES, under the same names. */
export const CALLS = { ...CUSTOMER_SIDE_CALLS, ...ADMINISTRATOR_SIDE_CALLS };

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
  ...ADMINISTRATOR_ACCESS_SHAPES,
  ...SECOND_FACTOR_SHAPES,
  ...EXTERNAL_SHAPES,
  ...VENDOR_SHAPES,
  ...BROADCAST_SHAPES,
  ...ADMIN_HISTORY_SHAPES,
  ...ACTIVITY_SHAPES,
  ...CATALOG_CHANGE_SHAPES,
  ...PRICE_SHAPES,
  ...SALES_SHAPES,
  ...OPERATIONS_SHAPES,
  ...USER_SHAPES,
  ...MONEY_DESK_SHAPES,
  ...UNMATCHED_SHAPES,
  ...PROBLEM_REPORT_SHAPES,
  ...CHARGEBACK_SHAPES,
}));

export type CallName = keyof typeof CALLS;

/** The body a client sends. */
export type CallRequest<Name extends CallName> = z.input<(typeof SHAPES)[Name]['request']>;
/** The body as the server sees it after validation: amounts in kobo, codes as numbers. */
export type CallInput<Name extends CallName> = z.output<(typeof SHAPES)[Name]['request']>;
/** The body of a successful answer. A failed one is `FailureAnswer`. */
export type CallAnswer<Name extends CallName> = z.output<(typeof SHAPES)[Name]['answer']>;
