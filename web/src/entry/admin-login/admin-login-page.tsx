import { Suspense, useEffect, useRef, useState, type Ref } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link, Navigate, useLocation } from 'react-router-dom';
import {
  administratorIn,
  adminSignedIn,
  type AdminSessionState,
  type AdminSignedOutReason,
} from '../../api/admin-session.slice.js';
import type { CallBody } from '../../api/call.js';
import type { Failure } from '../../api/failure.js';
import { knownHere, tokenStore } from '../../api/token-store.js';
import { useSend } from '../../api/use-send.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { PageLoader } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError } from '../../ui/form/form.js';
import { PasswordField } from '../../ui/form/password-field.js';
import { RequiredField } from '../../ui/form/required-field.js';
import { EntryFrame, EntryLinks } from '../../ui/layout/entry-frame.js';

const DeviceLogin = loadPart(() => import('./device-login.js'));

const TEXTS = {
  refused: 'Login failed. Please try again.',
  broken: 'An error occurred during login. Please try again.',
};

const REASONS: Readonly<Record<AdminSignedOutReason, string>> = {
  expired: 'Your session has ended. Log in again to continue.',
  'password changed': 'Password changed successfully! Log in with the new one.',
  invited: 'Your account is ready. Log in with the password you chose.',
  elsewhere: 'Another tab ended this session.',
};

function useSecondStep(failure: Failure | undefined, clear: () => void) {
  const [code, setCode] = useState('');
  const [wanted, setWanted] = useState(false);
  const codeField = useRef<HTMLInputElement>(null);
  const [byDevice, setByDevice] = useState(false);
  const either = failure?.code === 'PASSKEY_OR_CODE_REQUIRED';
  const asked = either || failure?.code === 'SECOND_FACTOR_REQUIRED';
  if (asked && !wanted) {
    setWanted(true);
    setByDevice(either);
  }
  useEffect(() => {
    if (wanted) codeField.current?.focus();
  }, [wanted]);
  const startAfresh = (): void => {
    if (!wanted) return;
    clear();
    setByDevice(false);
    setWanted(false);
    setCode('');
  };
  return { asked, wanted, byDevice, code, setCode, codeField, startAfresh };
}

/** A customer in the same browser stays logged in. */
export function AdminLoginPage() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { send, busy, error, failure, clear } = useSend('adminLogin', TEXTS);
  const { asked, wanted, byDevice, code, setCode, codeField, startAfresh } = useSecondStep(failure, clear);
  const wrongCode = failure?.code === 'SECOND_FACTOR_INCORRECT' ? failure.message : undefined;
  const { state } = useLocation() as { state: { from?: string; reason?: AdminSignedOutReason } | null };
  const session = useSelector((root: { adminSession: AdminSessionState }) => root.adminSession);
  const dispatch = useDispatch();

  const logIn = async (proof: Omit<CallBody<'adminLogin'>, 'username' | 'password'>): Promise<void> => {
    const answer = await send({ username: email.trim(), password, ...proof });
    const administrator = answer && administratorIn(answer);
    if (!administrator) return;
    await knownHere.remember(email);
    tokenStore.write(answer.token);
    dispatch(adminSignedIn(administrator));
  };

  // Show `PageLoader` until the page that follows the login has loaded.
  if (session.status === 'in') {
    const home = session.administrator.role === 'auditor' ? '/audit' : '/admin-area';
    return (
      <main>
        <PageLoader />
        <Navigate to={state?.from ?? home} replace />
      </main>
    );
  }
  return (
    <EntryFrame staff title="Admin Login" lead="For those who run this installation.">
      <Form onSend={() => logIn(wanted ? { code: code.trim() } : {})}>
        {state?.reason && !error ? <Notice tone="info">{REASONS[state.reason]}</Notice> : null}
        <RequiredField
          label="Email"
          type="email"
          name="username"
          autoComplete="username"
          inputMode="email"
          maxLength={254}
          value={email}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            startAfresh();
          }}
        />
        <PasswordField
          label="Password"
          name="password"
          kind="current"
          value={password}
          onChange={setPassword}
        />
        {wanted ? <CodeField ref={codeField} value={code} error={wrongCode} onChange={setCode} /> : null}
        <FormError message={asked || wrongCode ? undefined : error} />
        <BusyButton busy={busy} busyText="logging...">
          Login Now!
        </BusyButton>
        {byDevice ? (
          <Suspense>
            <DeviceLogin
              username={email.trim()}
              password={password}
              busy={busy}
              onBegin={clear}
              onSigned={(passkey) => logIn({ passkey })}
            />
          </Suspense>
        ) : null}
        <EntryLinks>
          <Link to="/adminforgotpassword">Forgot password?</Link>
        </EntryLinks>
      </Form>
    </EntryFrame>
  );
}

interface CodeFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (code: string) => void;
}

function CodeField({ ref, value, error, onChange }: CodeFieldProps) {
  return (
    <RequiredField
      ref={ref}
      label="Code"
      description="Six digits of your authenticator app, or a recovery code."
      name="code"
      autoComplete="one-time-code"
      maxLength={40}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
