import type { UnknownAction } from '@reduxjs/toolkit';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { errorOfField, useSend } from '../../api/use-send.js';
import { t } from '../../languages/language.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { FormError, Form } from '../../ui/form/form.js';
import { RequiredField } from '../../ui/form/required-field.js';
import { EntryFrame, EntryLinks } from '../../ui/layout/entry-frame.js';

export interface Door {
  readonly login: string;
  readonly register?: string;
  readonly forgotten: { readonly path: string; readonly call: 'forgotPassword' | 'adminForgotPassword' };
  readonly reset: { readonly path: string; readonly call: 'resetPassword' | 'adminResetPassword' };
  readonly lengthMin: number;
  /** Logs this tab out, because a reset of the password ends every session of the account. */
  readonly signOut: () => UnknownAction;
}

export default function ForgotPasswordPage({ door }: { readonly door: Door }) {
  const [email, setEmail] = useState('');
  const { busy, error, failure, send, clear } = useSend(door.forgotten.call, {
    refused: t('Failed to send reset code.'),
    broken: t('An error occurred while sending the reset code.'),
  });
  const navigate = useNavigate();
  const fieldError = errorOfField(failure, 'email');

  const request = async (): Promise<void> => {
    const answer = await send({ email: email.trim() });
    if (answer) void navigate(door.reset.path, { state: { email: email.trim(), message: answer.message } });
  };

  return (
    <EntryFrame
      staff={door.register === undefined}
      title={t('Forgot Password')}
      lead={t('We mail you a code with which you choose a new password.')}
    >
      <Form onSend={request}>
        <FormError message={fieldError ? undefined : error} />
        <RequiredField
          label={t('Email')}
          description={door.register ? t('No email in your account? Support can add one.') : undefined}
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          maxLength={254}
          value={email}
          error={fieldError}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            clear();
          }}
        />
        <BusyButton busy={busy} busyText={t('sending code...')}>
          {t('Request Reset Code!')}
        </BusyButton>
        <EntryLinks>
          <Link to={door.login}>{t('Log in')}</Link>
          {door.register ? <Link to={door.register}>{t('Sign up')}</Link> : null}
        </EntryLinks>
      </Form>
    </EntryFrame>
  );
}
