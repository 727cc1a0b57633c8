import { LOGIN_CALLS } from './login.contract.js';
import { CUSTOMER_CALLS } from './customers.contract.js';
import { CATALOG_CALLS } from './catalog.contract.js';
import { AIRTIME_CALLS } from './airtime.contract.js';
import { DATA_CALLS } from './data.contract.js';
import { CABLE_CALLS } from './cable.contract.js';
import { ELECTRICITY_CALLS } from './electricity.contract.js';
import { EXAM_CALLS } from './exams.contract.js';
import { SMS_CALLS } from './sms.contract.js';
import { BET_CALLS } from './bet.contract.js';
import { TRANSFER_CALLS } from './transfer.contract.js';
import { BVN_CALLS } from './bvn.contract.js';
import { HISTORY_CALLS } from './history.contract.js';
import { FUNDING_CALLS } from './funding.contract.js';
import type { Call } from './call.js';

/** Calls that pages for customers and for everybody make. */
export const CUSTOMER_SIDE_CALLS = {
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
} as const satisfies Record<string, Call>;
