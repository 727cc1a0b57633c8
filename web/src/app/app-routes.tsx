import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { LoginPage } from '../features/login/login-page.js';
import { PageLoader } from '../ui/page-loader.js';
import { NotFoundPage } from './not-found-page.js';
import { RequireSession } from './require-session.js';

const Shell = lazy(() => import('./shell/shell.js'));
const LogoutPage = lazy(() => import('./logout-page.js'));
const LandingPage = lazy(() => import('../features/landing/landing-page.js'));
const ActivatePage = lazy(() => import('../features/landing/activate-page.js'));
const RegisterPage = lazy(() => import('../features/register/register-page.js'));
const ForgotPasswordPage = lazy(() => import('../features/recovery/forgot-password-page.js'));
const ResetPasswordPage = lazy(() => import('../features/recovery/reset-password-page.js'));
const VerifyEmailPage = lazy(() => import('../features/verify-email/verify-email-page.js'));
const SetPinPage = lazy(() => import('../features/pin/set-pin-page.js'));
const ChangePinPage = lazy(() => import('../features/pin/change-pin-page.js'));
const ProfilePage = lazy(() => import('../features/profile/profile-page.js'));
const SettingsPage = lazy(() => import('../features/profile/settings-page.js'));
const HomePage = lazy(() => import('../features/home/home-page.js'));
const TopUpPage = lazy(() => import('../features/topup/topup-page.js'));
const UserFundingPage = lazy(() => import('../features/topup/user-funding-page.js'));
const AirtimePage = lazy(() => import('../features/airtime/airtime-page.js'));
const DataPage = lazy(() => import('../features/data/data-page.js'));
const CablePage = lazy(() => import('../features/cable/cable-page.js'));
const ElectricityPage = lazy(() => import('../features/electricity/electricity-page.js'));
const ExamsPage = lazy(() => import('../features/exams/exams-page.js'));
const SmsPage = lazy(() => import('../features/sms/sms-page.js'));
const BetPage = lazy(() => import('../features/bet/bet-page.js'));
const TransferPage = lazy(() => import('../features/transfer/transfer-page.js'));
const BvnPage = lazy(() => import('../features/bvn/bvn-page.js'));
const AffiliatePage = lazy(() => import('../features/affiliate/affiliate-page.js'));
const DocumentationPage = lazy(() => import('../features/documentation/documentation-page.js'));
const MarketPage = lazy(() => import('../features/market/market-page.js'));
const ReceiptPage = lazy(() => import('../features/receipt/receipt-page.js'));
const AllHistoryPage = lazy(() => import('../features/history/all-history-page.js'));
const CustomHistoryPage = lazy(() => import('../features/history/custom-history-page.js'));
const ServiceHistoryPage = lazy(() => import('../features/history/service-history-page.js'));
const FundingHistoryPage = lazy(() => import('../features/history/funding-history-page.js'));

/** Every address of the product. */
export function AppRoutes() {
  return (
    <Suspense fallback={<PageLoader />}>
      <Routes>
        <Route path="/" element={<LoginPage />} />
        <Route path="/login" element={<LoginPage />} />
        <Route path="/logout" element={<LogoutPage />} />
        <Route path="/register" element={<RegisterPage />} />
        <Route path="/forgotpassword" element={<ForgotPasswordPage />} />
        <Route path="/changepassword" element={<ResetPasswordPage />} />
        <Route path="/verify-email" element={<VerifyEmailPage />} />
        <Route path="/onset" element={<LandingPage />} />
        <Route path="/front" element={<LandingPage />} />
        <Route path="/act" element={<ActivatePage />} />
        <Route element={<RequireSession />}>
          <Route path="/setpin" element={<SetPinPage />} />
          <Route element={<Shell />}>
            <Route path="/home" element={<HomePage />} />
            <Route path="/topup" element={<TopUpPage />} />
            <Route path="/userfunding" element={<UserFundingPage />} />
            <Route path="/airtime" element={<AirtimePage />} />
            <Route path="/buydata" element={<DataPage />} />
            <Route path="/cable" element={<CablePage />} />
            <Route path="/electricity" element={<ElectricityPage />} />
            <Route path="/exams" element={<ExamsPage />} />
            <Route path="/bulksms" element={<SmsPage />} />
            <Route path="/bet" element={<BetPage />} />
            <Route path="/fundbet" element={<BetPage />} />
            <Route path="/transfer" element={<TransferPage />} />
            <Route path="/verifybvn" element={<BvnPage />} />
            <Route path="/affiliate" element={<AffiliatePage />} />
            <Route path="/documentation" element={<DocumentationPage />} />
            <Route path="/market" element={<MarketPage />} />
            <Route path="/changepin" element={<ChangePinPage />} />
            <Route path="/settings" element={<SettingsPage />} />
            <Route path="/profile" element={<ProfilePage />} />
            <Route path="/receipt/:reference" element={<ReceiptPage />} />
            <Route path="/thistory" element={<AllHistoryPage />} />
            <Route path="/customhistory" element={<CustomHistoryPage />} />
            <Route
              path="/airtime-history"
              element={<ServiceHistoryPage key="airtime" list="airtimeTransactions" />}
            />
            <Route path="/data-history" element={<ServiceHistoryPage key="data" list="dataTransactions" />} />
            <Route
              path="/cable-history"
              element={<ServiceHistoryPage key="cable" list="cableTransactions" />}
            />
            <Route
              path="/electric-history"
              element={<ServiceHistoryPage key="electricity" list="electricityTransactions" />}
            />
            <Route
              path="/exam-history"
              element={<ServiceHistoryPage key="exams" list="examTransactions" />}
            />
            <Route path="/funding-history" element={<FundingHistoryPage />} />
          </Route>
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
