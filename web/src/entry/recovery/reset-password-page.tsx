import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { tokenStore } from '../../api/token-store.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { t } from '../../languages/language.js';
import { Notice } from '../../ui/feedback/notice.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { FormError, Form } from '../../ui/form/form.js';
import { OtpField } from '../../ui/form/otp-field.js';
import { PasswordField, passwordFault } from '../../ui/form/password-field.js';
import { RequiredField } from '../../ui/form/required-field.js';
import { EntryFrame, EntryLinks } from '../../ui/layout/entry-frame.js';
import type { Door } from './forgot-password-page.js';

interface Requested {
  readonly email?: string;
  readonly message?: string;
}

const FIELDS = ['resetCode', 'password1', 'password2', 'email'] as const;

export default function ResetPasswordPage({ door }: { readonly door: Door }) {
  const requested = (useLocation().state ?? {}) as Requested;
  const [email, setEmail] = useState(requested.email ?? '');
  const [code, setCode] = useState('');
  const [password1, setPassword1] = useState('');
  const [password2, setPassword2] = useState('');
  const [fault, setFault] = useState<ReturnType<typeof passwordFault>>();
  const { busy, error, failure, send, clear } = useSend(door.reset.call, {
    refused: t('Failed to change password.'),
    broken: t('An error occurred while changing password.'),
  });
  const dispatch = useDispatch();
  const navigate = useNavigate();

  const underField = FIELDS.some((field) => errorOfField(failure, field));
  const editing = (set: (value: string) => void) => (value: string) => {
    set(value);
    setFault(undefined);
    clear();
  };

  const reset = async (): Promise<void> => {
    const found = passwordFault(password1, password2, door.lengthMin);
    setFault(found);
    if (found) return;
    const answer = await send({ resetCode: code, password1, password2, email: email.trim() });
    if (!answer) return;
    tokenStore.clear();
    dispatch(door.signOut());
    void navigate(door.login, { replace: true, state: { reason: 'password changed' } });
  };

  return (
    <EntryFrame
      staff={door.register === undefined}
      title={t('Reset Password')}
      lead={t('Enter the code from the mail and the password you want.')}
    >
      <Form onSend={reset}>
        {requested.message ? <Notice tone="good">{requested.message}</Notice> : null}
        <FormError message={underField ? undefined : error} />
        {requested.email ? null : (
          <RequiredField
            label={t('Email')}
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            value={email}
            error={errorOfField(failure, 'email')}
            onChange={(event) => editing(setEmail)(event.currentTarget.value)}
          />
        )}
        <OtpField
          label={t('OTP code')}
          name="resetCode"
          value={code}
          error={errorOfField(failure, 'resetCode')}
          onChange={editing(setCode)}
        />
        <PasswordField
          label={t('Password')}
          name="password1"
          kind="new"
          description={t('At least {length} characters.', { length: door.lengthMin })}
          value={password1}
          error={fault?.password1 ?? errorOfField(failure, 'password1')}
          onChange={editing(setPassword1)}
        />
        <PasswordField
          label={t('Confirm password')}
          name="password2"
          kind="new"
          value={password2}
          error={fault?.password2 ?? errorOfField(failure, 'password2')}
          onChange={editing(setPassword2)}
        />
        <BusyButton busy={busy} busyText={t('changing Password...')}>
          {t('Change Password Now!')}
        </BusyButton>
        <EntryLinks>
          <Link to={door.forgotten.path}>{t('Request another code')}</Link>
          <Link to={door.login}>{t('Log in')}</Link>
        </EntryLinks>
      </Form>
    </EntryFrame>
  );
}
