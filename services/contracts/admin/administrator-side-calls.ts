import { ADMINISTRATOR_CALLS, ADMINISTRATOR_SHAPES } from './administrators.contract.js';
import { ADMINISTRATOR_ACCESS_CALLS, ADMINISTRATOR_ACCESS_SHAPES } from './administrator-access.contract.js';
import { SECOND_FACTOR_CALLS, SECOND_FACTOR_SHAPES } from './second-factor.contract.js';
import { EXTERNAL_CALLS, EXTERNAL_SHAPES } from './external.contract.js';
import { VENDOR_CALLS, VENDOR_SHAPES } from './vendors.contract.js';
import { ADMIN_LEGAL_CALLS, ADMIN_LEGAL_SHAPES } from './legal.contract.js';
import { ADMIN_BRAND_CALLS, ADMIN_BRAND_SHAPES } from './brand.contract.js';
import { BROADCAST_CALLS, BROADCAST_SHAPES } from './broadcasts.contract.js';
import { ADMIN_HISTORY_CALLS, ADMIN_HISTORY_SHAPES } from './admin-histories.contract.js';
import { ACTIVITY_CALLS, ACTIVITY_SHAPES } from './activity.contract.js';
import { CATALOG_CHANGE_CALLS, CATALOG_CHANGE_SHAPES } from './catalog-changes.contract.js';
import { PLAN_CALLS, PLAN_SHAPES } from './plans.contract.js';
import { PRICE_CALLS, PRICE_SHAPES } from './prices.contract.js';
import { SALES_CALLS, SALES_SHAPES } from './sales.contract.js';
import { OPERATIONS_CALLS, OPERATIONS_SHAPES } from './operations.contract.js';
import { USER_CALLS, USER_SHAPES } from './users.contract.js';
import { MONEY_DESK_CALLS, MONEY_DESK_SHAPES } from './money-desk.contract.js';
import { PROBLEM_REPORT_CALLS, PROBLEM_REPORT_SHAPES } from './problem-reports.contract.js';
import { CHARGEBACK_CALLS, CHARGEBACK_SHAPES } from './chargebacks.contract.js';
import { UNMATCHED_CALLS, UNMATCHED_SHAPES } from './unmatched.contract.js';
import { serverOnly, type Call } from '../call.js';

/**
 * Calls that only the pages for administrators use. The bundle of the customers' pages does not
 * contain these calls.
 */
export const ADMINISTRATOR_SIDE_CALLS = {
  ...ADMINISTRATOR_CALLS,
  ...ADMINISTRATOR_ACCESS_CALLS,
  ...SECOND_FACTOR_CALLS,
  ...EXTERNAL_CALLS,
  ...VENDOR_CALLS,
  ...ADMIN_BRAND_CALLS,
  ...ADMIN_LEGAL_CALLS,
  ...BROADCAST_CALLS,
  ...ADMIN_HISTORY_CALLS,
  ...ACTIVITY_CALLS,
  ...CATALOG_CHANGE_CALLS,
  ...PLAN_CALLS,
  ...PRICE_CALLS,
  ...SALES_CALLS,
  ...OPERATIONS_CALLS,
  ...USER_CALLS,
  ...MONEY_DESK_CALLS,
  ...UNMATCHED_CALLS,
  ...PROBLEM_REPORT_CALLS,
  ...CHARGEBACK_CALLS,
} as const satisfies Record<string, Call>;

export const ADMINISTRATOR_SIDE_SHAPES = serverOnly(() => ({
  ...ADMINISTRATOR_SHAPES,
  ...ADMINISTRATOR_ACCESS_SHAPES,
  ...SECOND_FACTOR_SHAPES,
  ...EXTERNAL_SHAPES,
  ...VENDOR_SHAPES,
  ...ADMIN_BRAND_SHAPES,
  ...ADMIN_LEGAL_SHAPES,
  ...BROADCAST_SHAPES,
  ...ADMIN_HISTORY_SHAPES,
  ...ACTIVITY_SHAPES,
  ...CATALOG_CHANGE_SHAPES,
  ...PLAN_SHAPES,
  ...PRICE_SHAPES,
  ...SALES_SHAPES,
  ...OPERATIONS_SHAPES,
  ...USER_SHAPES,
  ...MONEY_DESK_SHAPES,
  ...UNMATCHED_SHAPES,
  ...PROBLEM_REPORT_SHAPES,
  ...CHARGEBACK_SHAPES,
}));
