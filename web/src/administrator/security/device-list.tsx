import { Button } from '@mantine/core';
import { useState } from 'react';
import { DEVICE_NAME_MAX } from '../../../../services/contracts/admin/second-factor.contract.js';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { browserName } from '../../domain/browser-name.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton, useGuard } from '../../ui/form/busy-button.js';
import { Form, FormError } from '../../ui/form/form.js';
import { RequiredField } from '../../ui/form/required-field.js';
import { lagosTime } from '../../ui/format.js';
import { Sheet } from '../../ui/layout/sheet.js';
import classes from './admin-security.module.css';

type SignInDevice = CallAnswer<'secondFactor'>['passkeys'][number];

const BROKEN = 'We cannot reach the server. Check your connection.';

interface DeviceListProps {
  readonly devices: readonly SignInDevice[];
  readonly onChanged: () => void;
}

export function DeviceList({ devices, onChanged }: DeviceListProps) {
  const { busy, error, send } = useSend('removeAdminPasskey', {
    refused: 'This device could not be removed.',
    broken: BROKEN,
  });
  const [removed, setRemoved] = useState<string>();
  const [renaming, setRenaming] = useState<SignInDevice>();
  const tooSoon = useGuard(removed === undefined ? undefined : devices);
  const remove = async (id: string): Promise<void> => {
    if (tooSoon) return;
    const answer = await send({ id });
    onChanged();
    if (!answer) return;
    setRemoved(id);
    toast(answer.message);
  };
  return (
    <>
      {error ? <Notice tone="bad">{error}</Notice> : null}
      <ul className={classes.devices} aria-label="Devices you sign in with">
        {devices.map((device) => {
          const { id, name, device: browser, added_at: since, used_at: used } = device;
          return (
            <li key={id}>
              <div>
                <strong>{name}</strong>
                <p>
                  {browserName(browser) || 'A device'}, since <time dateTime={since}>{lagosTime(since)}</time>
                </p>
                <p>{used === '' ? 'Not used yet' : `Used ${lagosTime(used)}`}</p>
              </div>
              <div className={classes.actions}>
                <Button
                  size="compact-md"
                  variant="default"
                  aria-label={`Rename ${name}`}
                  onClick={() => setRenaming(device)}
                >
                  Rename
                </Button>
                <Button
                  size="compact-md"
                  variant="default"
                  disabled={busy || tooSoon}
                  aria-label={`Remove ${name}`}
                  onClick={() => void remove(id)}
                >
                  Remove
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      {renaming ? (
        <RenameSheet
          device={renaming}
          onClose={() => setRenaming(undefined)}
          onDone={(message) => {
            setRenaming(undefined);
            toast(message);
            onChanged();
          }}
        />
      ) : null}
    </>
  );
}

interface RenameSheetProps {
  readonly device: SignInDevice;
  readonly onDone: (message: string) => void;
  readonly onClose: () => void;
}

function RenameSheet({ device, onDone, onClose }: RenameSheetProps) {
  const [name, setName] = useState(device.name);
  const { busy, error, failure, send, clear } = useSend('nameAdminPasskey', {
    refused: 'The name could not be saved.',
    broken: BROKEN,
  });
  const nameError = errorOfField(failure, 'name');
  const save = async (): Promise<void> => {
    const answer = await send({ id: device.id, name: name.trim() });
    if (answer) onDone(answer.message);
  };
  return (
    <Sheet title="Rename this device" onClose={onClose} locked={busy}>
      <Form onSend={save}>
        <DeviceName
          name={name}
          error={nameError}
          onChange={(typed) => {
            setName(typed);
            clear();
          }}
        />
        <FormError message={nameError ? undefined : error} />
        <BusyButton busy={busy} busyText="Processing..." disabled={name.trim() === ''}>
          Save
        </BusyButton>
      </Form>
    </Sheet>
  );
}

interface DeviceNameProps {
  readonly name: string;
  readonly error?: string | undefined;
  readonly onChange: (name: string) => void;
}

export function DeviceName({ name, error, onChange }: DeviceNameProps) {
  return (
    <RequiredField
      label="Name of the device"
      description="Only you see it."
      name="device-name"
      autoComplete="off"
      maxLength={DEVICE_NAME_MAX}
      value={name}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
