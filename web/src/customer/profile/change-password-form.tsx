import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { signedOut } from '../../api/session.slice.js';
import { tokenStore } from '../../api/token-store.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { msg, t } from '../../languages/language.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { FormError, Form, FormNote } from '../../ui/form/form.js';
import { PasswordField, passwordFault } from '../../ui/form/password-field.js';

const TEXTS = {
  refused: msg('Failed to change password.'),
  broken: msg('An error occurred while changing password.'),
};

/** After a change of the password, the server ends every session, including this one. */
export function ChangePasswordForm() {
  const [oldPassword, setOldPassword] = useState('');
  const [password1, setPassword1] = useState('');
  const [password2, setPassword2] = useState('');
  const [fault, setFault] = useState<ReturnType<typeof passwordFault>>();
  const { busy, error, failure, send, clear } = useSend('userPasswordChange', TEXTS);
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const oldError =
    failure?.code === 'PASSWORD_INCORRECT' ? failure.message : errorOfField(failure, 'old_password');
  const newError = errorOfField(failure, 'password1');
  const editing = (set: (value: string) => void) => (typed: string) => {
    set(typed);
    setFault(undefined);
    clear();
  };

  const change = async (): Promise<void> => {
    const found = passwordFault(password1, password2);
    setFault(found);
    if (found) return;
    const answer = await send({ old_password: oldPassword, password1, password2 });
    if (!answer) return;
    toast(answer.message || t('Password changed successfully!'));
    tokenStore.clear();
    dispatch(signedOut('password changed'));
    void navigate('/login', { replace: true, state: { reason: 'password changed' } });
  };

  return (
    <Form onSend={change}>
      <FormError message={oldError || newError ? undefined : error} />
      <PasswordField
        label={t('Current password')}
        name="old_password"
        kind="current"
        value={oldPassword}
        error={oldError}
        onChange={editing(setOldPassword)}
      />
      <PasswordField
        label={t('New password')}
        name="password1"
        kind="new"
        description={t('At least {length} characters.', { length: 8 })}
        value={password1}
        error={fault?.password1 ?? newError}
        onChange={editing(setPassword1)}
      />
      <PasswordField
        label={t('Confirm new password')}
        name="password2"
        kind="new"
        value={password2}
        error={fault?.password2 ?? errorOfField(failure, 'password2')}
        onChange={editing(setPassword2)}
      />
      <FormNote>{t('You are logged out everywhere and log in again with the new password.')}</FormNote>
      <BusyButton busy={busy} busyText={t('changing Password...')}>
        {t('Change password')}
      </BusyButton>
    </Form>
  );
}
