import { ADMINISTRATOR_CALLS } from './administrators.contract.js';
import { ADMINISTRATOR_ACCESS_CALLS } from './administrator-access.contract.js';
import { SECOND_FACTOR_CALLS } from './second-factor.contract.js';
import { EXTERNAL_CALLS } from './external.contract.js';
import { VENDOR_CALLS } from './vendors.contract.js';
import { BROADCAST_CALLS } from './broadcasts.contract.js';
import { ADMIN_HISTORY_CALLS } from './admin-histories.contract.js';
import { ACTIVITY_CALLS } from './activity.contract.js';
import { CATALOG_CHANGE_CALLS } from './catalog-changes.contract.js';
import { PRICE_CALLS } from './prices.contract.js';
import { SALES_CALLS } from './sales.contract.js';
import { OPERATIONS_CALLS } from './operations.contract.js';
import { USER_CALLS } from './users.contract.js';
import { MONEY_DESK_CALLS } from './money-desk.contract.js';
import { PROBLEM_REPORT_CALLS } from './problem-reports.contract.js';
import { CHARGEBACK_CALLS } from './chargebacks.contract.js';
import { UNMATCHED_CALLS } from './unmatched.contract.js';
import type { Call } from '../call.js';

/** Calls that only pages of administrators make: customers' browsers do not load them. */
export const ADMINISTRATOR_SIDE_CALLS = {
  ...ADMINISTRATOR_CALLS,
  ...ADMINISTRATOR_ACCESS_CALLS,
  ...SECOND_FACTOR_CALLS,
  ...EXTERNAL_CALLS,
  ...VENDOR_CALLS,
  ...BROADCAST_CALLS,
  ...ADMIN_HISTORY_CALLS,
  ...ACTIVITY_CALLS,
  ...CATALOG_CHANGE_CALLS,
  ...PRICE_CALLS,
  ...SALES_CALLS,
  ...OPERATIONS_CALLS,
  ...USER_CALLS,
  ...MONEY_DESK_CALLS,
  ...UNMATCHED_CALLS,
  ...PROBLEM_REPORT_CALLS,
  ...CHARGEBACK_CALLS,
} as const satisfies Record<string, Call>;
