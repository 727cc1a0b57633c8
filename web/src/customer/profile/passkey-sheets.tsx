import type { RegistrationResponseJSON } from '@simplewebauthn/browser';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { PASSKEY_LIMIT_MAX } from '../../../../services/contracts/devices/passkeys.contract.js';
import type { Failure } from '../../api/failure.js';
import type { Passkey } from '../../api/user-data.api.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { devicePasskeys } from '../../domain/device-passkeys.js';
import { PinField } from '../../domain/pin-field.js';
import { msg, t } from '../../languages/language.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { naira } from '../../ui/format.js';
import { Sheet } from '../../ui/layout/sheet.js';

const FIRST_LIMIT = '5000';
const BROKEN = msg('We cannot reach the server. Check your connection.');

interface SheetProps {
  readonly onDone: (message: string) => void;
  readonly onClose: () => void;
}

/** The import fails without a network, and when a deploy has removed the file. */
async function loadStartRegistration() {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration;
}

export function EnrolSheet({ onDone, onClose }: SheetProps) {
  const begin = useSend('beginPasskey', { refused: t('This device could not be set up.'), broken: BROKEN });
  const add = useSend('addPasskey', { refused: t('This device could not be set up.'), broken: BROKEN });
  const [declined, setDeclined] = useState<string>();
  const [asking, setAsking] = useState(false);
  const clear = (): void => {
    begin.clear();
    add.clear();
    setDeclined(undefined);
  };

  const enrol = async (pin: string, limit: string): Promise<void> => {
    clear();
    const startRegistration = await loadStartRegistration().catch(() => undefined);
    if (!startRegistration) return setDeclined(t(BROKEN));
    const begun = await begin.send({ transaction_pin: pin });
    if (!begun) return;
    setAsking(true);
    const made = await startRegistration({ optionsJSON: begun.options }).catch((error: unknown) => error);
    setAsking(false);
    if (!isCredential(made))
      return setDeclined(
        made instanceof Error && made.name === 'InvalidStateError'
          ? t('This device is set up already.')
          : t('This device did not confirm that it is you. Try again.'),
      );
    const { clientDataJSON, attestationObject } = made.response;
    const credential = { id: made.id, response: { clientDataJSON, attestationObject } };
    const answer = await add.send({ limit, credential });
    if (!answer) return;
    devicePasskeys.keep(answer.id);
    onDone(answer.message);
  };

  return (
    <Sheet title={t('Pay with fingerprint or face')} onClose={onClose}>
      <LimitForm
        action={t('Set up this device')}
        busy={begin.busy || asking || add.busy}
        error={declined ?? begin.error ?? add.error}
        failure={begin.failure ?? add.failure}
        first={FIRST_LIMIT}
        onEdited={clear}
        onSend={enrol}
      />
    </Sheet>
  );
}

const isCredential = (made: unknown): made is RegistrationResponseJSON =>
  typeof made === 'object' && made !== null && 'response' in made;

export function LimitSheet({ passkey, onDone, onClose }: SheetProps & { readonly passkey: Passkey }) {
  const { busy, error, failure, send, clear } = useSend('setPasskeyLimit', {
    refused: t('The amount could not be saved.'),
    broken: BROKEN,
  });
  const save = async (pin: string, limit: string): Promise<void> => {
    const answer = await send({ id: passkey.id, limit, transaction_pin: pin });
    if (answer) onDone(answer.message);
  };
  return (
    <Sheet title={t('Change the amount')} onClose={onClose}>
      <LimitForm
        action={t('Save')}
        first={String(passkey.limit)}
        busy={busy}
        error={error}
        failure={failure}
        onEdited={clear}
        onSend={save}
      />
    </Sheet>
  );
}

interface LimitFormProps {
  readonly action: string;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly failure: Failure | undefined;
  readonly first: string;
  readonly onEdited: () => void;
  readonly onSend: (pin: string, limit: string) => Promise<void>;
}

function LimitForm({ action, busy, error, failure, first, onEdited, onSend }: LimitFormProps) {
  const [limit, setLimit] = useState(first);
  const [pin, setPin] = useState('');
  const limitError = errorOfField(failure, 'limit');
  const pinError =
    failure?.code === 'PIN_INCORRECT' ? failure.message : errorOfField(failure, 'transaction_pin');
  return (
    <Form onSend={() => onSend(pin, limit).finally(() => setPin(''))}>
      <FormError message={limitError || pinError ? undefined : error} />
      <TextInput
        label={t('Up to')}
        description={t('What costs more asks for your PIN. At most {limit}.', {
          limit: naira(PASSKEY_LIMIT_MAX),
        })}
        name="limit"
        inputMode="decimal"
        autoComplete="off"
        size="md"
        leftSection={<span aria-hidden="true">₦</span>}
        value={limit}
        error={limitError}
        onChange={(event) => {
          setLimit(event.currentTarget.value);
          onEdited();
        }}
      />
      <PinField
        label={t('Transaction PIN')}
        value={pin}
        error={pinError}
        disabled={busy}
        forgotten
        onChange={(typed) => {
          setPin(typed);
          onEdited();
        }}
      />
      <BusyButton busy={busy} busyText={t('Processing...')} disabled={pin.length < 4}>
        {action}
      </BusyButton>
      <FormNote>{t('Whoever can unlock this device by finger or face can then pay with it.')}</FormNote>
    </Form>
  );
}
