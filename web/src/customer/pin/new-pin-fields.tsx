import { PinField } from '../../domain/pin-field.js';
import { t, type Message } from '../../languages/language.js';
import type { pinFault } from './use-new-pin.js';

interface NewPinFieldsProps {
  readonly label: Message;
  readonly repeatLabel: Message;
  readonly name: 'new_pin' | 'transaction_pin';
  readonly pin: string;
  readonly again: string;
  readonly fault: ReturnType<typeof pinFault>;
  readonly error: string | undefined;
  readonly onPin: (pin: string) => void;
  readonly onAgain: (pin: string) => void;
}

export function NewPinFields({
  label,
  repeatLabel,
  name,
  pin,
  again,
  fault,
  error,
  onPin,
  onAgain,
}: NewPinFieldsProps) {
  return (
    <>
      <PinField
        label={t(label)}
        name={name}
        autoFocus={false}
        value={pin}
        error={fault?.pin ?? error}
        onChange={onPin}
      />
      <PinField
        label={t(repeatLabel)}
        name="repeat_pin"
        autoFocus={false}
        value={again}
        error={fault?.again}
        onChange={onAgain}
      />
    </>
  );
}
