import type { ComponentType, ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { ADMIN_PASSWORD_LENGTH_MIN } from '../../../../services/contracts/admin/administrators.contract.js';
import { ADMINISTRATOR_SIDE_CALLS } from '../../../../services/contracts/admin/administrator-side-calls.js';
import { adminSignedOut } from '../../api/admin-session.slice.js';
import { knowCalls } from '../../api/call.js';
import { useMay } from '../../api/use-signed-in.js';
import type { Product } from '../../domain/products.js';
import { AdminLoginPage } from '../../features/admin-login/admin-login-page.js';
import type { Door } from '../../features/recovery/forgot-password-page.js';
import { type Text, textOf } from '../../languages/language.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { Notice } from '../../ui/feedback/notice.js';
import { Page } from '../../ui/layout/page.js';
import { PRODUCTS } from '../products.js';
import { ADMIN_LOGIN_PATH, type OwnAdminPath } from './admin-paths.js';
import { RequireAdmin } from './require-admin.js';

knowCalls(ADMINISTRATOR_SIDE_CALLS);

const AdminShell = loadPart(() => import('./admin-shell.js'));

const AcceptInvitationPage = loadPart(
  () => import('../../features/admin-invitation/accept-invitation-page.js'),
);
const ForgotPasswordPage = loadPart(() => import('../../features/recovery/forgot-password-page.js'));
const ResetPasswordPage = loadPart(() => import('../../features/recovery/reset-password-page.js'));
const BroadcastListPage = loadPart(() => import('../../features/admin-broadcasts/broadcast-list-page.js'));
const ReceiptPage = loadPart(() => import('../../features/receipt/receipt-page.js'));
const networkPages = () => import('../../features/admin-catalogue/network-pages.js');
const planTypePages = () => import('../../features/admin-catalogue/plan-type-pages.js');
const userListPages = () => import('../../features/admin-users/user-list-pages.js');

/** For an administrator who forgot the password. */
const ADMINISTRATORS_DOOR: Door = {
  login: '/adminlogin',
  forgotten: { path: '/adminforgotpassword', call: 'adminForgotPassword' },
  reset: { path: '/adminchangepassword', call: 'adminResetPassword' },
  lengthMin: ADMIN_PASSWORD_LENGTH_MIN,
  signOut: adminSignedOut,
};

/** The form of a product, as customers have it, for whoever may buy for the house. */
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

/** What each product adds: its form for the house, and the list of its own where it has one. */
const products: readonly Product[] = Object.values(PRODUCTS);
const PRODUCT_PAGES = products.flatMap((product): readonly (readonly [string, ComponentType])[] => {
  const { house, adminList } = product;
  return [
    [house.path, housePage(product)],
    ...(adminList ? [[adminList.path, adminList.Page] as const] : []),
  ];
});

/** The page of each other address. */
const PAGES: Readonly<Record<OwnAdminPath, ComponentType>> = {
  '/admin-area': loadPart(() => import('../../features/admin-home/admin-home-page.js')),
  '/failedtransaction': loadPart(() => import('../../features/admin-external/failed-external-page.js')),
  '/completeexternal': loadPart(() => import('../../features/admin-external/completed-external-page.js')),
  '/adminproblems': loadPart(() => import('../../features/admin-external/reported-problems-page.js')),
  '/broadcast': BroadcastListPage,
  '/broadcastlist': BroadcastListPage,
  '/createbroadcast': loadPart(() => import('../../features/admin-broadcasts/create-broadcast-page.js')),
  '/editdataprices': loadPart(() => import('../../features/admin-catalogue/edit-data-prices-page.js')),
  '/disablenetwork': loadPart(async () => ({ default: (await networkPages()).DisableNetworkPage })),
  '/activatenetwork': loadPart(async () => ({ default: (await networkPages()).ActivateNetworkPage })),
  '/disableplan': loadPart(async () => ({ default: (await planTypePages()).DisablePlanTypePage })),
  '/activateplan': loadPart(async () => ({ default: (await planTypePages()).ActivatePlanTypePage })),
  '/changeaffiliatefee': loadPart(() => import('../../features/admin-catalogue/affiliate-fee-page.js')),
  '/adminthistory': loadPart(() => import('../../features/admin-histories/all-transactions-page.js')),
  '/adminfundinghistory': loadPart(() => import('../../features/admin-histories/all-fundings-page.js')),
  '/admincustomhistory': loadPart(() => import('../../features/admin-histories/custom-range-page.js')),
  '/activity': loadPart(() => import('../../features/admin-activity/activity-page.js')),
  '/money-desk': loadPart(() => import('../../features/admin-money/money-desk-page.js')),
  '/approvals': loadPart(() => import('../../features/admin-money/approvals-page.js')),
  '/unmatched': loadPart(() => import('../../features/admin-money/unmatched-page.js')),
  '/chargebacks': loadPart(() => import('../../features/admin-money/chargebacks-page.js')),
  '/administrators': loadPart(() => import('../../features/admin-administrators/administrators-page.js')),
  '/admin-security': loadPart(() => import('../../features/admin-security/admin-security-page.js')),
  '/adminbought/:reference': housePage({ name: 'Receipt', Page: ReceiptPage }),
  '/plans': loadPart(() => import('../../features/market/market-page.js')),
  '/stat': loadPart(() => import('../../features/admin-sales/sales-page.js')),
  '/switch-api': loadPart(() => import('../../features/admin-vendors/vendor-switch-page.js')),
  '/operations': loadPart(() => import('../../features/admin-operations/operations-page.js')),
  '/user-center': loadPart(async () => ({ default: (await userListPages()).UserCenterPage })),
  '/user/:id': loadPart(() => import('../../features/admin-users/user-page.js')),
  '/audit': loadPart(() => import('../../features/admin-audit/audit-page.js')),
  '/audit/events': loadPart(() => import('../../features/admin-audit/events-page.js')),
  '/audit/event': loadPart(() => import('../../features/admin-audit/event-page.js')),
  '/audit/replay': loadPart(() => import('../../features/admin-audit/replay/replay-page.js')),
  '/audit/trial-balance': loadPart(() => import('../../features/admin-audit/trial-balance-page.js')),
  '/audit/seals': loadPart(() => import('../../features/admin-audit/seals-page.js')),
  '/audit/proofs': loadPart(() => import('../../features/admin-audit/proofs-page.js')),
  '/audit/why': loadPart(() => import('../../features/admin-audit/why/why-page.js')),
  '/audit/accounts/:account': loadPart(() => import('../../features/admin-audit/account-page.js')),
  '/adminaffiliate': loadPart(async () => ({ default: (await userListPages()).AffiliatesPage })),
};

/** The administrators' side of the product. */
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
