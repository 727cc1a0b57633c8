import { Button } from '@mantine/core';
import { useState } from 'react';
import { errorOfField, useSend } from '../../api/use-send.js';
import { t } from '../../languages/language.js';
import { Notice } from '../../ui/feedback/notice.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { FormError, Form, FormNote } from '../../ui/form/form.js';
import { OtpField, ResendCode } from '../../ui/form/otp-field.js';
import { PasswordField } from '../../ui/form/password-field.js';
import { Card } from '../../ui/layout/page.js';
import { NewPinFields } from './new-pin-fields.js';
import { NEW_PIN, useNewPin } from './use-new-pin.js';

export function ResetPinForm() {
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [sent, setSent] = useState<string>();
  const requesting = useSend('requestPinReset', {
    refused: t('Failed to send the code.'),
    broken: t('An error occurred while sending the code.'),
  });
  const { busy, error, failure, send, clear } = useSend('resetPin', {
    refused: t('Failed to reset transaction pin.'),
    broken: t('An error occurred while resetting the transaction pin.'),
  });
  const { editing, complete, saved, ...fields } = useNewPin(clear);

  const request = async (): Promise<number | undefined> => {
    const answer = await requesting.send({});
    if (answer) setSent(answer.message || t('We have mailed you a code.'));
    return answer?.retry_after;
  };
  const reset = async (): Promise<void> => {
    if (!complete()) return;
    const answer = await send({ password, otp_code: code, new_pin: fields.pin });
    if (answer) saved(answer);
  };

  if (!sent)
    return (
      <Card>
        <Form onSend={request}>
          <FormError message={requesting.error} />
          <FormNote>
            {t(
              'We mail you a code. With it and your password you choose a new PIN. All your other sessions end.',
            )}
          </FormNote>
          <Button type="submit" size="md" fullWidth loading={requesting.busy}>
            {t('Mail me a code')}
          </Button>
        </Form>
      </Card>
    );
  const passwordError =
    failure?.code === 'PASSWORD_INCORRECT' ? failure.message : errorOfField(failure, 'password');
  const codeError = failure?.code === 'CODE_INCORRECT' ? failure.message : errorOfField(failure, 'otp_code');
  const pinError = errorOfField(failure, 'new_pin');
  return (
    <Card>
      <Form onSend={reset}>
        <Notice tone="good">{sent}</Notice>
        <FormError message={passwordError || codeError || pinError ? undefined : error} />
        <OtpField
          label={t('Code from the mail')}
          name="otp_code"
          value={code}
          error={codeError}
          onChange={editing(setCode)}
        />
        <PasswordField
          label={t('Password')}
          name="password"
          kind="current"
          value={password}
          error={passwordError}
          onChange={editing(setPassword)}
        />
        <NewPinFields {...NEW_PIN} {...fields} error={pinError} />
        <BusyButton busy={busy} busyText={t('Processing...')}>
          {t('Reset PIN')}
        </BusyButton>
        <ResendCode busy={requesting.busy} onResend={request} />
      </Form>
    </Card>
  );
}
