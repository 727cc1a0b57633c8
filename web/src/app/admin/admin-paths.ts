import { matchPath } from 'react-router-dom';

/**
 * The addresses of the administrators' side, beside those of the house. All that customers load of it is this list; the pages are in a part of their
 * own, where one without its page does not compile.
 */
const ADMIN_PATHS = [
  '/admin-area',
  '/completeexternal',
  '/failedtransaction',
  '/broadcast',
  '/broadcastlist',
  '/createbroadcast',
  '/editdataprices',
  '/disablenetwork',
  '/activatenetwork',
  '/disableplan',
  '/activateplan',
  '/changeaffiliatefee',
  '/adminthistory',
  '/adminfundinghistory',
  '/adminfundbetfundingdetails',
  '/admincustomhistory',
  '/activity',
  '/money-desk',
  '/approvals',
  '/fundbetfunding',
  '/plans',
  '/stat',
  '/switch-api',
  '/operations',
  '/user-center',
  '/adminaffiliate',
  '/user/:id',
] as const;

/** What the house buys. Their addresses begin alike, and no other does: customers do not load them one by one. */
const HOUSE = '/adminb';
type HousePath =
  | `/adminbuy${'data' | 'airtime' | 'sms' | 'cable' | 'electricity' | 'exams'}`
  | '/adminbanktransfer'
  | '/adminbvn'
  | '/adminbought/:reference';
export type AdminPath = (typeof ADMIN_PATHS)[number] | HousePath;

export const ADMIN_LOGIN_PATH = '/adminlogin';

/** Whether the address is one of the administrators' side. */
export const isAdminPath = (pathname: string): boolean =>
  pathname.startsWith(HOUSE) ||
  [ADMIN_LOGIN_PATH, ...ADMIN_PATHS].some((path) => matchPath(path, pathname) !== null);
