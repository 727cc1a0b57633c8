import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link, useNavigate } from 'react-router-dom';
import { api, restoreSession } from '../../api/base-api.js';
import { isSignedOut, type Failure } from '../../api/failure.js';
import { signedIn, signedOut, type SessionState } from '../../api/session.slice.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { UserDataError } from '../../domain/load-error.js';
import { t } from '../../languages/language.js';
import { Notice } from '../../ui/feedback/notice.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { FormError, Form } from '../../ui/form/form.js';
import { OTP_LENGTH, OtpField, ResendCode } from '../../ui/form/otp-field.js';
import { EntryFrame, EntryLinks } from '../../ui/layout/entry-frame.js';

const HOME_AFTER_MS = 2_000;

/** Restores the session in a new tab, because the server checks the code for the logged-in customer. */
function useRestoredSession() {
  const [unheard, setUnheard] = useState<Failure>();
  const [attempt, setAttempt] = useState(0);
  const status = useSelector((root: { session: SessionState }) => root.session.status);
  const dispatch = useDispatch();
  useEffect(() => {
    if (status !== 'unknown') return;
    void restoreSession().then((restored) => {
      if ('data' in restored) dispatch(signedIn(undefined));
      // Without an answer, the session may still be alive.
      else if (isSignedOut(restored.failure)) dispatch(signedOut(undefined));
      else setUnheard(restored.failure);
    });
  }, [status, attempt, dispatch]);
  const findOut = (): void => {
    setUnheard(undefined);
    setAttempt(attempt + 1);
  };
  return { status, unheard, findOut };
}

export default function VerifyEmailPage() {
  const [code, setCode] = useState('');
  const [done, setDone] = useState<string>();
  const [resent, setResent] = useState<string>();
  const { status, unheard, findOut } = useRestoredSession();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const verifying = useSend('verifyEmail', {
    refused: t('Failed to verify OTP.'),
    broken: t('An error occurred while verifying the email.'),
  });
  const resending = useSend('resendVerificationCode', {
    refused: t('Failed to resend verification code.'),
    broken: t('An error occurred while resending the verification code.'),
  });

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => void navigate('/home', { replace: true }), HOME_AFTER_MS);
    return () => clearTimeout(timer);
  }, [done, navigate]);

  const verify = async (): Promise<void> => {
    setResent(undefined);
    const answer = await verifying.send({ otp_code: code });
    if (!answer) return;
    dispatch(api.util.invalidateTags(['Wallet']));
    setDone(answer.message || t('Email verified successfully!'));
  };
  const resend = async (): Promise<number | undefined> => {
    verifying.clear();
    const answer = await resending.send({});
    if (!answer) return undefined;
    setResent(answer.message || t('Verification code resent successfully!'));
    return answer.retry_after;
  };

  const fieldError = errorOfField(verifying.failure, 'otp_code');
  return (
    <EntryFrame title={t('Verify Email')} lead={t('We have mailed you a code. It is good for 10 minutes.')}>
      <Form onSend={verify}>
        {done ? (
          <Notice tone="good" title={done}>
            {t('Taking you to your dashboard.')}
          </Notice>
        ) : null}
        {resent && !done ? <Notice tone="good">{resent}</Notice> : null}
        {status === 'out' ? (
          <Notice tone="warn" action={<Link to="/login">{t('Log in')}</Link>}>
            {t('Log in first, so that we know whose email to verify.')}
          </Notice>
        ) : null}
        {unheard ? <UserDataError error={unheard} onRetry={findOut} /> : null}
        <FormError message={fieldError ? undefined : (verifying.error ?? resending.error)} />
        <OtpField
          label={t('OTP code')}
          name="otp_code"
          value={code}
          error={fieldError}
          onChange={(typed) => {
            setCode(typed);
            verifying.clear();
          }}
        />
        <BusyButton
          busy={verifying.busy}
          busyText={t('Processing...')}
          disabled={done !== undefined || (status === 'in' && code.length < OTP_LENGTH)}
        >
          {t('Verify Now!')}
        </BusyButton>
        <EntryLinks>
          <ResendCode busy={resending.busy} onResend={resend} />
          <Link to="/logout">{t('Use another account')}</Link>
        </EntryLinks>
      </Form>
    </EntryFrame>
  );
}
