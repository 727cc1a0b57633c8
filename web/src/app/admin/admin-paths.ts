import { matchPath } from 'react-router-dom';
import { PRODUCTS, type ProductAdminPath } from '../products.js';

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

const BEGINNINGS = ['/admin', '/audit'];
type Beginning =
  | '/admin-area'
  | '/admin-brand'
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
export type AdminPath = OwnAdminPath | ProductAdminPath;

const ELSEWHERE: readonly string[] = [
  ...ADMIN_PATHS,
  ...Object.values(PRODUCTS).map(({ house }) => house.path),
];

export const ADMIN_LOGIN_PATH = '/adminlogin';

export const isAdminPath = (pathname: string): boolean =>
  BEGINNINGS.some((beginning) => pathname.startsWith(beginning)) ||
  ELSEWHERE.some((path) => matchPath(path, pathname) !== null);
