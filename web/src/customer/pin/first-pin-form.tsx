import { Link } from 'react-router-dom';
import { errorOfField, useSend } from '../../api/use-send.js';
import { msg, t } from '../../languages/language.js';
import { Notice } from '../../ui/feedback/notice.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { FormError, Form } from '../../ui/form/form.js';
import { EntryLinks } from '../../ui/layout/entry-frame.js';
import { NewPinFields } from './new-pin-fields.js';
import { useNewPin } from './use-new-pin.js';

const FIRST_PIN = {
  label: msg('Transaction PIN'),
  repeatLabel: msg('Repeat the PIN'),
  name: 'transaction_pin',
} as const;

export default function FirstPinForm() {
  const { busy, error, failure, send, clear } = useSend('setPin', {
    refused: t('Failed to set transaction pin.'),
    broken: t('An error occurred while setting the transaction pin.'),
  });
  const { complete, saved, pin, again, fault, onPin, onAgain } = useNewPin(
    clear,
    t('Transaction pin set successfully!'),
  );
  const fieldError = errorOfField(failure, 'transaction_pin');

  const save = async (): Promise<void> => {
    if (!complete()) return;
    const answer = await send({ transaction_pin: pin });
    if (answer) saved(answer);
  };

  return (
    <Form onSend={save}>
      <Notice tone="info" announce={false} title={t('Keep it to yourself.')}>
        {t(
          'We never ask for your PIN in a call, a chat or a mail. It is not your password: choose something else, and nothing like 1234 or your year of birth.',
        )}
      </Notice>
      <FormError message={fieldError ? undefined : error} />
      {failure?.code === 'PIN_ALREADY_SET' ? <Link to="/changepin">{t('Change your PIN')}</Link> : null}
      <NewPinFields
        {...FIRST_PIN}
        pin={pin}
        again={again}
        fault={fault}
        onPin={onPin}
        onAgain={onAgain}
        error={fieldError}
      />
      <BusyButton busy={busy} busyText={t('Processing...')}>
        {t('Set PIN')}
      </BusyButton>
      <EntryLinks>
        <Link to="/home">{t('Not now')}</Link>
      </EntryLinks>
    </Form>
  );
}
