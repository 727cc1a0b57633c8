import { matchPath } from 'react-router-dom';
import { PRODUCTS, type ProductAdminPath } from '../products.js';

/**
 * The addresses of the administrators' side that do not begin with its name. All that customers load of it is this list and
 * what products add; the pages are in a part of their own, where one without its page does not compile.
 */
const ADMIN_PATHS = [
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
  '/activity',
  '/money-desk',
  '/approvals',
  '/unmatched',
  '/chargebacks',
  '/admin-security',
  '/plans',
  '/stat',
  '/switch-api',
  '/operations',
  '/user-center',
  '/user/:id',
] as const;

/** Most addresses begin so, and no customer's does: customers do not load them one by one. */
const BEGINNINGS = ['/admin', '/audit'];
type Beginning =
  | '/admin-area'
  | '/adminthistory'
  | '/adminfundinghistory'
  | '/admincustomhistory'
  | '/adminaffiliate'
  | '/adminproblems'
  | '/administrators'
  | '/adminbought/:reference'
  | '/audit'
  | '/audit/events'
  | '/audit/event'
  | '/audit/replay'
  | '/audit/trial-balance'
  | '/audit/seals'
  | '/audit/proofs'
  | '/audit/why'
  | '/audit/accounts/:account';
export type OwnAdminPath = (typeof ADMIN_PATHS)[number] | Beginning;
/** With those that products add. */
export type AdminPath = OwnAdminPath | ProductAdminPath;

const ELSEWHERE: readonly string[] = [
  ...ADMIN_PATHS,
  ...Object.values(PRODUCTS).map(({ house }) => house.path),
];

export const ADMIN_LOGIN_PATH = '/adminlogin';

/** Whether the address is one of the administrators' side. */
export const isAdminPath = (pathname: string): boolean =>
  BEGINNINGS.some((beginning) => pathname.startsWith(beginning)) ||
  ELSEWHERE.some((path) => matchPath(path, pathname) !== null);
