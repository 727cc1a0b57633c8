import type { ComponentType, ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { ADMIN_PASSWORD_LENGTH_MIN } from '../../../../services/contracts/admin/administrators.contract.js';
import { ADMINISTRATOR_SIDE_CALLS } from '../../../../services/contracts/admin/administrator-side-calls.js';
import { adminSignedOut } from '../../api/admin-session.slice.js';
import { knowCalls } from '../../api/call.js';
import { useMay } from '../../api/use-signed-in.js';
import type { Product } from '../../domain/products.js';
import { AdminLoginPage } from '../../entry/admin-login/admin-login-page.js';
import type { Door } from '../../entry/recovery/forgot-password-page.js';
import { type Text, textOf } from '../../languages/language.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { Notice } from '../../ui/feedback/notice.js';
import { Page } from '../../ui/layout/page.js';
import { PRODUCTS } from '../products.js';
import { ADMIN_LOGIN_PATH, type OwnAdminPath } from './admin-paths.js';
import { RequireAdmin } from './require-admin.js';

knowCalls(ADMINISTRATOR_SIDE_CALLS);

const AdminShell = loadPart(() => import('./admin-shell.js'));

const AcceptInvitationPage = loadPart(() => import('../../entry/admin-invitation/accept-invitation-page.js'));
const ForgotPasswordPage = loadPart(() => import('../../entry/recovery/forgot-password-page.js'));
const ResetPasswordPage = loadPart(() => import('../../entry/recovery/reset-password-page.js'));
const BroadcastListPage = loadPart(() => import('../../administrator/broadcasts/broadcast-list-page.js'));
const ReceiptPage = loadPart(() => import('../../customer/receipt/receipt-page.js'));
const networkPages = () => import('../../administrator/catalogue/network-pages.js');
const planTypePages = () => import('../../administrator/catalogue/plan-type-pages.js');
const userListPages = () => import('../../administrator/users/user-list-pages.js');

const ADMINISTRATORS_DOOR: Door = {
  login: '/adminlogin',
  forgotten: { path: '/adminforgotpassword', call: 'adminForgotPassword' },
  reset: { path: '/adminchangepassword', call: 'adminResetPassword' },
  lengthMin: ADMIN_PASSWORD_LENGTH_MIN,
  signOut: adminSignedOut,
};

function housePage({
  name,
  Page: Form,
}: {
  readonly name: Text;
  readonly Page: Product['Page'];
}): ComponentType {
  return function HousePage() {
    if (useMay('finance')) return <Form />;
    return (
      <Page title={textOf(name)} narrow>
        <Notice tone="info" announce={false} title="You may not buy for the house.">
          It needs the permission finance. An owner can give it to you.
        </Notice>
      </Page>
    );
  };
}

const products: readonly Product[] = Object.values(PRODUCTS);
const PRODUCT_PAGES = products.flatMap((product): readonly (readonly [string, ComponentType])[] => {
  const { house, adminList } = product;
  return [
    [house.path, housePage(product)],
    ...(adminList ? [[adminList.path, adminList.Page] as const] : []),
  ];
});

const PAGES: Readonly<Record<OwnAdminPath, ComponentType>> = {
  '/admin-area': loadPart(() => import('../../administrator/home/admin-home-page.js')),
  '/admin-brand': loadPart(() => import('../../administrator/brand/brand-page.js')),
  '/failedtransaction': loadPart(() => import('../../administrator/external/failed-external-page.js')),
  '/completeexternal': loadPart(() => import('../../administrator/external/completed-external-page.js')),
  '/adminproblems': loadPart(() => import('../../administrator/external/reported-problems-page.js')),
  '/broadcast': BroadcastListPage,
  '/broadcastlist': BroadcastListPage,
  '/createbroadcast': loadPart(() => import('../../administrator/broadcasts/create-broadcast-page.js')),
  '/editdataprices': loadPart(() => import('../../administrator/catalogue/edit-data-prices-page.js')),
  '/disablenetwork': loadPart(async () => ({ default: (await networkPages()).DisableNetworkPage })),
  '/activatenetwork': loadPart(async () => ({ default: (await networkPages()).ActivateNetworkPage })),
  '/disableplan': loadPart(async () => ({ default: (await planTypePages()).DisablePlanTypePage })),
  '/activateplan': loadPart(async () => ({ default: (await planTypePages()).ActivatePlanTypePage })),
  '/changeaffiliatefee': loadPart(() => import('../../administrator/catalogue/affiliate-fee-page.js')),
  '/adminthistory': loadPart(() => import('../../administrator/histories/all-transactions-page.js')),
  '/adminfundinghistory': loadPart(() => import('../../administrator/histories/all-fundings-page.js')),
  '/admincustomhistory': loadPart(() => import('../../administrator/histories/custom-range-page.js')),
  '/activity': loadPart(() => import('../../administrator/activity/activity-page.js')),
  '/money-desk': loadPart(() => import('../../administrator/money/money-desk-page.js')),
  '/approvals': loadPart(() => import('../../administrator/money/approvals-page.js')),
  '/unmatched': loadPart(() => import('../../administrator/money/unmatched-page.js')),
  '/chargebacks': loadPart(() => import('../../administrator/money/chargebacks-page.js')),
  '/administrators': loadPart(() => import('../../administrator/administrators/administrators-page.js')),
  '/admin-security': loadPart(() => import('../../administrator/security/admin-security-page.js')),
  '/adminbought/:reference': housePage({ name: 'Receipt', Page: ReceiptPage }),
  '/plans': loadPart(() => import('../../customer/market/market-page.js')),
  '/stat': loadPart(() => import('../../administrator/sales/sales-page.js')),
  '/switch-api': loadPart(() => import('../../administrator/vendors/vendor-switch-page.js')),
  '/operations': loadPart(() => import('../../administrator/operations/operations-page.js')),
  '/user-center': loadPart(async () => ({ default: (await userListPages()).UserCenterPage })),
  '/user/:id': loadPart(() => import('../../administrator/users/user-page.js')),
  '/audit': loadPart(() => import('../../auditor/audit-page.js')),
  '/audit/events': loadPart(() => import('../../auditor/events-page.js')),
  '/audit/event': loadPart(() => import('../../auditor/event-page.js')),
  '/audit/replay': loadPart(() => import('../../auditor/replay/replay-page.js')),
  '/audit/trial-balance': loadPart(() => import('../../auditor/trial-balance-page.js')),
  '/audit/seals': loadPart(() => import('../../auditor/seals-page.js')),
  '/audit/proofs': loadPart(() => import('../../auditor/proofs-page.js')),
  '/audit/why': loadPart(() => import('../../auditor/why/why-page.js')),
  '/audit/accounts/:account': loadPart(() => import('../../auditor/account-page.js')),
  '/adminaffiliate': loadPart(async () => ({ default: (await userListPages()).AffiliatesPage })),
};

export default function AdminRoutes({ notFound }: { readonly notFound: ReactNode }) {
  return (
    <Routes>
      <Route path={ADMIN_LOGIN_PATH} element={<AdminLoginPage />} />
      <Route path="/adminforgotpassword" element={<ForgotPasswordPage door={ADMINISTRATORS_DOOR} />} />
      <Route path="/adminchangepassword" element={<ResetPasswordPage door={ADMINISTRATORS_DOOR} />} />
      <Route path="/admininvite" element={<AcceptInvitationPage />} />
      <Route element={<RequireAdmin />}>
        <Route element={<AdminShell />}>
          {[...PRODUCT_PAGES, ...Object.entries(PAGES)].map(([path, Page]) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
        </Route>
      </Route>
      <Route path="*" element={notFound} />
    </Routes>
  );
}
