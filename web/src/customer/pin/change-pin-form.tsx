import { useState } from 'react';
import { errorOfField, useSend } from '../../api/use-send.js';
import { PinField } from '../../domain/pin-field.js';
import { t } from '../../languages/language.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { FormError, Form } from '../../ui/form/form.js';
import { Card } from '../../ui/layout/page.js';
import { NewPinFields } from './new-pin-fields.js';
import { NEW_PIN, useNewPin } from './use-new-pin.js';

export function ChangePinForm() {
  const [oldPin, setOldPin] = useState('');
  const { busy, error, failure, send, clear } = useSend('changePin', {
    refused: t('Failed to change transaction pin.'),
    broken: t('An error occurred while changing the transaction pin.'),
  });
  const { editing, complete, saved, ...fields } = useNewPin(clear);
  const oldError = failure?.code === 'PIN_INCORRECT' ? failure.message : errorOfField(failure, 'old_pin');
  const newError = errorOfField(failure, 'new_pin');

  const change = async (): Promise<void> => {
    if (!complete()) return;
    const answer = await send({ old_pin: oldPin, new_pin: fields.pin });
    if (answer) saved(answer);
  };

  return (
    <Card>
      <Form onSend={change}>
        <FormError message={oldError || newError ? undefined : error} />
        <PinField
          label={t('Current PIN')}
          name="old_pin"
          value={oldPin}
          error={oldError}
          onChange={editing(setOldPin)}
        />
        <NewPinFields {...NEW_PIN} {...fields} error={newError} />
        <BusyButton busy={busy} busyText={t('Processing...')}>
          {t('Change PIN')}
        </BusyButton>
      </Form>
    </Card>
  );
}
