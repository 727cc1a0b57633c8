import { matchPath } from 'react-router-dom';

/**
 * Every address of the administrators' side. All that customers load of it is this list; the pages are in a part of their
 * own, where one without its page does not compile.
 */
export const ADMIN_PATHS = [
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
  '/plans',
  '/stat',
  '/switch-api',
  '/operations',
  '/user-center',
  '/adminaffiliate',
  '/user/:id',
] as const;
export type AdminPath = (typeof ADMIN_PATHS)[number];

export const ADMIN_LOGIN_PATH = '/adminlogin';

/** Whether the address is one of the administrators' side. */
export const isAdminPath = (pathname: string): boolean =>
  [ADMIN_LOGIN_PATH, ...ADMIN_PATHS].some((path) => matchPath(path, pathname) !== null);
