import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { call } from '../../api/call.js';
import { restoreSession } from '../../api/restore-session.js';
import { signedIn, type SignedOutReason } from '../../api/session.slice.js';
import { tokenStore } from '../../api/token-store.js';
import { Brand } from '../../ui/brand.js';
import { Guilloche } from '../../ui/guilloche.js';
import { Notice } from '../../ui/notice.js';
import { knownHere } from './known-here.js';
import { useInactivity } from './use-inactivity.js';
import classes from './login-page.module.css';

const INACTIVITY_MS = 5 * 60 * 1000;

const REASONS: Readonly<Record<SignedOutReason | 'inactive', string>> = {
  expired: 'Your session has ended. Log in again to continue; what you typed is kept.',
  elsewhere: 'You logged out in another tab.',
  inactive: 'This page was idle for 5 minutes, so we cleared it. Log in again.',
};

/** Where to go after a login: the open steps of the account first. */
function destinationOf(answer: CallAnswer<'login'>, from: string | undefined): string {
  if (!answer.is_email_verify) return '/verify-email';
  if (!answer.is_transaction_pin_set) return '/setpin';
  return from ?? '/home';
}

export function LoginPage() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [inactive, setInactive] = useState(false);
  const errorBox = useRef<HTMLDivElement>(null);
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { from?: string; reason?: SignedOutReason } | null };
  const status = useSelector((root: { session: { status: string } }) => root.session.status);
  const from = state?.from;

  const enter = (answer: CallAnswer<'login'>): void => {
    tokenStore.write(answer.access_token);
    dispatch(signedIn());
    void navigate(destinationOf(answer, from), { replace: true });
  };

  // A new tab of somebody who is already logged in.
  const welcomeBack = useEffectEvent(async () => {
    if (status !== 'unknown' || !knownHere.yes()) return;
    const restored = await restoreSession();
    if ('data' in restored) enter(restored.data);
  });
  useEffect(() => {
    document.title = 'Log in · Naira Ledger';
    void welcomeBack();
  }, []);

  useInactivity(INACTIVITY_MS, () => {
    tokenStore.clear();
    setEmail('');
    setPassword('');
    setError(undefined);
    setInactive(true);
    void navigate('/login', { replace: true });
  });

  const logIn = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    setInactive(false);
    const result = await call('login', { email: email.trim(), password });
    setBusy(false);
    if ('data' in result) {
      knownHere.remember(email);
      enter(result.data);
      return;
    }
    const { http, message } = result.failure;
    setError(
      http === 0
        ? 'An error occurred during login. Please try again.'
        : message || 'Login failed. Please try again.',
    );
    requestAnimationFrame(() => errorBox.current?.focus());
  };

  if (status === 'in') return <Navigate to={from ?? '/home'} replace />;
  const reason = inactive ? 'inactive' : state?.reason;
  return (
    <div className={classes.page}>
      <div className={classes.art} aria-hidden="true">
        <Guilloche className={classes.guilloche} />
        <p>Every naira, written down.</p>
      </div>
      <main className={classes.main}>
        <form className={classes.form} onSubmit={(event) => void logIn(event)}>
          <Brand />
          <div>
            <h1>Log in</h1>
            <p className={classes.lead}>Buy airtime from your wallet and follow every purchase to its end.</p>
          </div>
          {reason ? <Notice tone="info">{REASONS[reason]}</Notice> : null}
          {error ? (
            <div ref={errorBox} tabIndex={-1}>
              <Notice tone="bad">{error}</Notice>
            </div>
          ) : null}
          <TextInput
            label="Email"
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            required
            withAsterisk={false}
            size="md"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            size="md"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0, 'aria-hidden': false }}
          />
          <Button
            type="submit"
            size="md"
            loading={busy}
            fullWidth
            aria-label={busy ? 'Logging in...' : undefined}
          >
            {busy ? 'Logging in...' : 'Log in'}
          </Button>
          <p className={classes.links}>
            <Link to="/forgotpassword">Forgot password?</Link>
            <Link to="/register">Create an account</Link>
          </p>
        </form>
      </main>
    </div>
  );
}
