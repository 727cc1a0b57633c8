import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { LoginPage } from '../features/login/login-page.js';
import { PageLoader } from '../ui/page-loader.js';
import { NotFoundPage } from './not-found-page.js';
import { RequireSession } from './require-session.js';

const Shell = lazy(() => import('./shell/shell.js'));
const HomePage = lazy(() => import('../features/home/home-page.js'));
const TopUpPage = lazy(() => import('../features/topup/topup-page.js'));
const AirtimePage = lazy(() => import('../features/airtime/airtime-page.js'));
const ReceiptPage = lazy(() => import('../features/receipt/receipt-page.js'));
const AllHistoryPage = lazy(() => import('../features/history/all-history-page.js'));
const AirtimeHistoryPage = lazy(() => import('../features/history/airtime-history-page.js'));
const FundingHistoryPage = lazy(() => import('../features/history/funding-history-page.js'));
const LogoutPage = lazy(() => import('./logout-page.js'));
const ComingSoonPage = lazy(() => import('./coming-soon-page.js'));

/** Addresses of the product that open later; each says so instead of pretending not to exist. */
const OPENING_LATER = [
  ...[
    'verify-email',
    'setpin',
    'buydata',
    'cable',
    'electricity',
    'exams',
    'bulksms',
    'affiliate',
    'documentation',
  ],
  ...['changepin', 'settings', 'profile', 'transfer', 'data-history', 'cable-history', 'electric-history'],
  ...['exam-history', 'customhistory', 'verifybvn', 'market', 'fundbet', 'bet', 'userfunding'],
];
const OPENING_LATER_PUBLIC = ['register', 'forgotpassword', 'changepassword', 'onset', 'front', 'act'];

export function AppRoutes() {
  return (
    <Suspense fallback={<PageLoader />}>
      <Routes>
        <Route path="/" element={<LoginPage />} />
        <Route path="/login" element={<LoginPage />} />
        <Route path="/logout" element={<LogoutPage />} />
        {OPENING_LATER_PUBLIC.map((path) => (
          <Route key={path} path={path} element={<ComingSoonPage alone />} />
        ))}
        <Route element={<RequireSession />}>
          <Route element={<Shell />}>
            <Route path="/home" element={<HomePage />} />
            <Route path="/topup" element={<TopUpPage />} />
            <Route path="/airtime" element={<AirtimePage />} />
            <Route path="/receipt/:reference" element={<ReceiptPage />} />
            <Route path="/thistory" element={<AllHistoryPage />} />
            <Route path="/airtime-history" element={<AirtimeHistoryPage />} />
            <Route path="/funding-history" element={<FundingHistoryPage />} />
            {OPENING_LATER.map((path) => (
              <Route key={path} path={path} element={<ComingSoonPage />} />
            ))}
          </Route>
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
