import type { RegistrationResponseJSON } from '@simplewebauthn/browser';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { useSend } from '../../api/use-send.js';
import { browserName } from '../../domain/browser-name.js';
import { hasPasskeys } from '../../domain/device-passkeys.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { FormNote } from '../../ui/form/form.js';
import { Card } from '../../ui/layout/page.js';
import { DeviceList, DeviceName } from './device-list.js';
import { ProveForm } from './prove-form.js';

interface DevicesCardProps {
  readonly standing: CallAnswer<'secondFactor'>;
  readonly onChanged: () => void;
}

export function DevicesCard({ standing, onChanged }: DevicesCardProps) {
  const { passkeys, passkeys_available: available } = standing;
  const [adding, setAdding] = useState(false);
  const possible = available && hasPasskeys();
  if (!possible && passkeys.length === 0) return null;
  return (
    <Card title="Fingerprint, face or security key">
      <FormNote>
        In place of a code, when you sign in. Keep your recovery codes for when you lose the device. Another
        second factor removes all devices.
      </FormNote>
      <DeviceList devices={passkeys} onChanged={onChanged} />
      {adding ? (
        <AddDevice
          onClose={() => setAdding(false)}
          onDone={(message) => {
            setAdding(false);
            toast(message);
            onChanged();
          }}
        />
      ) : null}
      {possible && !adding ? (
        <Button variant="default" onClick={() => setAdding(true)}>
          Set up a device
        </Button>
      ) : null}
    </Card>
  );
}

interface AddDeviceProps {
  readonly onDone: (message: string) => void;
  readonly onClose: () => void;
}

function AddDevice({ onDone, onClose }: AddDeviceProps) {
  const [name, setName] = useState(browserName(navigator.userAgent) || 'My device');
  const [declined, setDeclined] = useState<string>();
  const { send, error } = useSend('addAdminPasskey', {
    refused: 'This device could not be set up.',
    broken: 'We cannot reach the server. Check your connection.',
  });
  const make = async ({ options }: CallAnswer<'beginAdminPasskey'>): Promise<void> => {
    setDeclined(undefined);
    const { startRegistration } = await import('@simplewebauthn/browser');
    const made = await startRegistration({ optionsJSON: options }).catch((problem: unknown) => problem);
    if (!isCredential(made)) {
      const known = made instanceof Error && made.name === 'InvalidStateError';
      return setDeclined(
        known
          ? 'This device is set up already.'
          : 'This device did not confirm that it is you. Try again, with the next code.',
      );
    }
    const { clientDataJSON, attestationObject } = made.response;
    const credential = { id: made.id, response: { clientDataJSON, attestationObject } };
    const answer = await send({ name: name.trim(), credential });
    if (answer) onDone(answer.message);
  };
  const problem = declined ?? error;
  return (
    <>
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      <ProveForm
        call="beginAdminPasskey"
        withCode
        lead="Then your browser asks for the device."
        button="Continue"
        busyText="Processing..."
        onDone={make}
        onCancel={onClose}
      >
        <DeviceName name={name} onChange={setName} />
      </ProveForm>
    </>
  );
}

const isCredential = (made: unknown): made is RegistrationResponseJSON =>
  typeof made === 'object' && made !== null && 'response' in made;
