import { Suspense, type ReactElement } from 'react';
import { createRoutesFromElements, matchRoutes, Route, useLocation, useRoutes } from 'react-router-dom';
import { csrfToken } from '../api/call.js';
import { signedOut } from '../api/session.slice.js';
import { enterSide } from '../api/side.js';
import type { Product } from '../domain/products.js';
import { LoginPage } from '../entry/login/login-page.js';
import type { Door } from '../entry/recovery/forgot-password-page.js';
import { useSpokenLanguage } from '../languages/choice.js';
import { loadPart } from '../ui/feedback/load-part.js';
import { PageLoader } from '../ui/feedback/loading.js';
import { isAdminPath } from './admin/admin-paths.js';
import { PRODUCTS } from './products.js';
import { RequireSession } from './require-session.js';
import { store } from './store.js';

const Shell = loadPart(() => import('./shell/shell.js'));
const AdminRoutes = loadPart(() => import('./admin/admin-routes.js'));
const NotFoundPage = loadPart(() => import('./not-found-page.js'));
const LogoutPage = loadPart(() => import('./logout-page.js'));
const LandingPage = loadPart(() => import('../entry/landing/landing-page.js'));
const ActivatePage = loadPart(() => import('../entry/landing/activate-page.js'));
const LegalPage = loadPart(() => import('../entry/legal/legal-page.js'));
const RegisterPage = loadPart(() => import('../entry/register/register-page.js'));
const ForgotPasswordPage = loadPart(() => import('../entry/recovery/forgot-password-page.js'));
const ResetPasswordPage = loadPart(() => import('../entry/recovery/reset-password-page.js'));
const VerifyEmailPage = loadPart(() => import('../entry/verify-email/verify-email-page.js'));
const SetPinPage = loadPart(() => import('../customer/pin/set-pin-page.js'));
const ChangePinPage = loadPart(() => import('../customer/pin/change-pin-page.js'));
const ProfilePage = loadPart(() => import('../customer/profile/profile-page.js'));
const SettingsPage = loadPart(() => import('../customer/profile/settings-page.js'));
const HomePage = loadPart(() => import('../customer/home/home-page.js'));
const TopUpPage = loadPart(() => import('../customer/topup/topup-page.js'));
const UserFundingPage = loadPart(() => import('../customer/topup/user-funding-page.js'));
const AffiliatePage = loadPart(() => import('../customer/affiliate/affiliate-page.js'));
const DocumentationPage = loadPart(() => import('../customer/documentation/documentation-page.js'));
const MarketPage = loadPart(() => import('../customer/market/market-page.js'));
const ReceiptPage = loadPart(() => import('../customer/receipt/receipt-page.js'));
const AllHistoryPage = loadPart(() => import('../customer/history/all-history-page.js'));
const CustomHistoryPage = loadPart(() => import('../customer/history/custom-history-page.js'));
const ServiceHistoryPage = loadPart(() => import('../customer/history/service-history-page.js'));
const FundingHistoryPage = loadPart(() => import('../customer/history/funding-history-page.js'));
const SpendingPage = loadPart(() => import('../customer/spending/spending-page.js'));

const CUSTOMERS_DOOR: Door = {
  login: '/login',
  register: '/register',
  forgotten: { path: '/forgotpassword', call: 'forgotPassword' },
  reset: { path: '/changepassword', call: 'resetPassword' },
  lengthMin: 8,
  signOut: signedOut,
};

const products: readonly Product[] = Object.values(PRODUCTS);

/** Routes of the app. Called in every render, because the language of the pages may have changed. */
const routes = () =>
  createRoutesFromElements(
    <>
      <Route path="/" element={<LoginPage />} />
      <Route path="/login" element={<LoginPage />} />
      <Route path="/logout" element={<LogoutPage />} />
      <Route path="/register" element={<RegisterPage />} />
      <Route path="/forgotpassword" element={<ForgotPasswordPage door={CUSTOMERS_DOOR} />} />
      <Route path="/changepassword" element={<ResetPasswordPage door={CUSTOMERS_DOOR} />} />
      <Route path="/verify-email" element={<VerifyEmailPage />} />
      <Route path="/onset" element={<LandingPage />} />
      <Route path="/front" element={<LandingPage />} />
      <Route path="/act" element={<ActivatePage />} />
      <Route path="/terms" element={<LegalPage page="terms" />} />
      <Route path="/privacy" element={<LegalPage page="privacy" />} />
      <Route path="/refunds" element={<LegalPage page="refunds" />} />
      <Route element={<RequireSession />}>
        <Route path="/setpin" element={<SetPinPage />} />
        <Route element={<Shell />}>
          <Route path="/home" element={<HomePage />} />
          <Route path="/topup" element={<TopUpPage />} />
          <Route path="/userfunding" element={<UserFundingPage />} />
          {products.flatMap(({ paths, Page }) =>
            paths.map((path) => <Route key={path} path={path} element={<Page />} />),
          )}
          <Route path="/affiliate" element={<AffiliatePage />} />
          <Route path="/documentation" element={<DocumentationPage />} />
          <Route path="/market" element={<MarketPage />} />
          <Route path="/changepin" element={<ChangePinPage />} />
          <Route path="/settings" element={<SettingsPage />} />
          <Route path="/profile" element={<ProfilePage />} />
          <Route path="/receipt/:reference" element={<ReceiptPage />} />
          <Route path="/thistory" element={<AllHistoryPage />} />
          <Route path="/customhistory" element={<CustomHistoryPage />} />
          {products.flatMap(({ service, history, paths: [form] }) =>
            history ? (
              <Route
                key={history.path}
                path={history.path}
                element={<ServiceHistoryPage key={service} history={history} form={form} />}
              />
            ) : (
              []
            ),
          )}
          <Route path="/funding-history" element={<FundingHistoryPage />} />
          <Route path="/spending" element={<SpendingPage />} />
        </Route>
      </Route>
      <Route path="*" element={<Elsewhere />} />
    </>,
  );

interface Begun {
  readonly ask?: (dispatch: typeof store.dispatch) => void;
}

/** Starts to load the code of a page while the session is being checked. */
export async function beginParts(pathname: string): Promise<void> {
  if (csrfToken() === '') return;
  const begun = matchRoutes(routes(), pathname)?.map(async ({ route }) =>
    ((route.element as ReactElement).type as { begin?: () => Promise<Begun | undefined> }).begin?.(),
  );
  const parts = await Promise.allSettled(begun ?? []);
  if (store.getState().session.status !== 'in') return;
  for (const part of parts) if (part.status === 'fulfilled') part.value?.ask?.(store.dispatch);
}

export function AppRoutes() {
  const { pathname } = useLocation();
  const ofAdministrators = isAdminPath(pathname);
  enterSide(ofAdministrators ? 'admin' : 'customer');
  useSpokenLanguage(ofAdministrators);
  return <Suspense fallback={<PageLoader />}>{useRoutes(routes())}</Suspense>;
}

function Elsewhere() {
  return isAdminPath(useLocation().pathname) ? <AdminRoutes notFound={<NotFoundPage />} /> : <NotFoundPage />;
}
