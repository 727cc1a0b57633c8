import { LOGIN_CALLS, LOGIN_SHAPES } from './login.contract.js';
import { PASSKEY_CALLS, PASSKEY_SHAPES } from './devices/passkeys.contract.js';
import { CUSTOMER_CALLS, CUSTOMER_SHAPES } from './customers.contract.js';
import { CATALOG_CALLS, CATALOG_SHAPES } from './catalog.contract.js';
import { AIRTIME_CALLS, AIRTIME_SHAPES } from './airtime.contract.js';
import { DATA_CALLS, DATA_SHAPES } from './data.contract.js';
import { CABLE_CALLS, CABLE_SHAPES } from './cable.contract.js';
import { ELECTRICITY_CALLS, ELECTRICITY_SHAPES } from './electricity.contract.js';
import { EXAM_CALLS, EXAM_SHAPES } from './exams.contract.js';
import { SMS_CALLS, SMS_SHAPES } from './sms.contract.js';
import { BET_CALLS, BET_SHAPES } from './bet.contract.js';
import { TRANSFER_CALLS, TRANSFER_SHAPES } from './transfer.contract.js';
import { BVN_CALLS, BVN_SHAPES } from './bvn.contract.js';
import { LEGAL_CALLS, LEGAL_SHAPES } from './brand/legal.contract.js';
import { HISTORY_CALLS, HISTORY_SHAPES } from './history.contract.js';
import { SPENDING_CALLS, SPENDING_SHAPES } from './spending.contract.js';
import { FUNDING_CALLS, FUNDING_SHAPES } from './funding.contract.js';
import { serverOnly, type Call } from './call.js';
import type { Service } from './services.js';

export const CUSTOMER_SIDE_CALLS = {
  ...LOGIN_CALLS,
  ...CUSTOMER_CALLS,
  ...PASSKEY_CALLS,
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
  ...LEGAL_CALLS,
  ...SPENDING_CALLS,
  ...FUNDING_CALLS,
} as const satisfies Record<string, Call>;

export const PURCHASE_CALLS = {
  airtime: 'buyAirtime',
  data: 'buyData',
  cable: 'payCable',
  electricity: 'payElectricity',
  exams: 'buyExam',
  sms: 'sendSms',
  bet: 'fundBet',
  transfer: 'transferMoney',
  bvn: undefined,
} as const satisfies Record<Service, keyof typeof CUSTOMER_SIDE_CALLS | undefined>;

export const CUSTOMER_SIDE_SHAPES = serverOnly(() => ({
  ...LOGIN_SHAPES,
  ...CUSTOMER_SHAPES,
  ...PASSKEY_SHAPES,
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
  ...LEGAL_SHAPES,
  ...SPENDING_SHAPES,
  ...FUNDING_SHAPES,
}));
