import { useEffect, useEffectEvent, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { restoreSession } from '../../api/base-api.js';
import { call } from '../../api/call.js';
import type { Failure } from '../../api/failure.js';
import { signedIn, type SessionState, type SignedOutReason } from '../../api/session.slice.js';
import { tokenStore, knownHere } from '../../api/token-store.js';
import { type Message, msg, t } from '../../languages/language.js';
import { PageLoader } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError } from '../../ui/form/form.js';
import { PasswordField } from '../../ui/form/password-field.js';
import { RequiredField } from '../../ui/form/required-field.js';
import { EntryFrame, EntryLinks } from '../../ui/layout/entry-frame.js';

const INACTIVITY_MS = 5 * 60 * 1000;

const REASONS: Readonly<Record<SignedOutReason | 'inactive', Message>> = {
  registered: msg('Your account is ready. Log in to verify your email.'),
  'password changed': msg('Password changed successfully! Log in with the new one.'),
  expired: msg('Your session has ended. Log in again to continue.'),
  elsewhere: msg('Another tab ended this session.'),
  inactive: msg('This page was idle for 5 minutes, so we cleared it. Log in again.'),
};

function destinationOf(answer: CallAnswer<'login'>, from: string | undefined): string {
  if (!answer.is_email_verify) return '/verify-email';
  if (!answer.is_transaction_pin_set) return '/setpin';
  return from ?? '/home';
}

const sentenceOf = ({ http, message }: Failure): string =>
  http === 0
    ? t('An error occurred during login. Please try again.')
    : message || t('Login failed. Please try again.');

export function LoginPage() {
  const { state } = useLocation() as {
    state: { from?: string; reason?: SignedOutReason; email?: string } | null;
  };
  const [email, setEmail] = useState(state?.email ?? '');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [inactive, setInactive] = useState(false);
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { status, next } = useSelector((root: { session: SessionState }) => root.session);
  const from = state?.from;

  const enter = (answer: CallAnswer<'login'>): void => {
    tokenStore.write(answer.access_token);
    dispatch(signedIn(destinationOf(answer, from)));
  };

  useWelcomeBack(status, enter);
  useInactivity(INACTIVITY_MS, () => {
    tokenStore.clear();
    setEmail('');
    setPassword('');
    setError(undefined);
    setInactive(true);
    void navigate('/login', { replace: true });
  });

  const logIn = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    setInactive(false);
    const result = await call('login', { email: email.trim(), password });
    if ('data' in result) {
      await knownHere.remember(email);
      enter(result.data);
      return;
    }
    setBusy(false);
    setError(sentenceOf(result.failure));
  };

  // Show `PageLoader` until the page that follows the login has loaded.
  if (status === 'in')
    return (
      <main>
        <PageLoader />
        <Navigate to={next ?? from ?? '/home'} replace />
      </main>
    );
  const reason = inactive ? 'inactive' : state?.reason;
  return (
    <EntryFrame title={t('Log in')} lead={t('Buy from your wallet and follow every purchase to its end.')}>
      <Form onSend={logIn}>
        {reason ? <Notice tone="info">{t(REASONS[reason])}</Notice> : null}
        <FormError message={error} />
        <RequiredField
          label={t('Email or phone')}
          name="email"
          description={t('Use your phone if your account has no email.')}
          autoCapitalize="none"
          autoComplete="username"
          inputMode="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordField
          label={t('Password')}
          name="password"
          kind="current"
          value={password}
          onChange={setPassword}
        />
        <BusyButton busy={busy} busyText={t('Logging in...')}>
          {t('Log in')}
        </BusyButton>
        <EntryLinks>
          <Link to="/forgotpassword">{t('Forgot password?')}</Link>
          <Link to="/register">{t('Create an account')}</Link>
        </EntryLinks>
      </Form>
    </EntryFrame>
  );
}

/** Logs the customer in without a form when another tab has a session. */
function useWelcomeBack(status: SessionState['status'], enter: (answer: CallAnswer<'login'>) => void): void {
  const welcomeBack = useEffectEvent(async () => {
    if (status !== 'unknown' || knownHere.who() === '') return;
    const restored = await restoreSession();
    if ('data' in restored) enter(restored.data);
  });
  useEffect(() => {
    void welcomeBack();
  }, []);
}

const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'scroll'] as const;

function useInactivity(afterMs: number, onInactive: () => void): void {
  const inactive = useEffectEvent(onInactive);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const restart = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => inactive(), afterMs);
    };
    restart();
    ACTIVITY.forEach((event) => window.addEventListener(event, restart, { passive: true }));
    return () => {
      clearTimeout(timer);
      ACTIVITY.forEach((event) => window.removeEventListener(event, restart));
    };
  }, [afterMs]);
}
