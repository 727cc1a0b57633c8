import { PinField } from '../../domain/pin-field.js';
import type { pinFault } from './use-new-pin.js';

interface NewPinFieldsProps {
  readonly pin: string;
  readonly again: string;
  readonly fault: ReturnType<typeof pinFault>;
  readonly error: string | undefined;
  readonly onPin: (pin: string) => void;
  readonly onAgain: (pin: string) => void;
}

/** A PIN to be, twice. */
export function NewPinFields({ pin, again, fault, error, onPin, onAgain }: NewPinFieldsProps) {
  return (
    <>
      <PinField
        label="New PIN"
        name="new_pin"
        autoFocus={false}
        value={pin}
        error={fault?.pin ?? error}
        onChange={onPin}
      />
      <PinField
        label="Repeat the new PIN"
        name="repeat_pin"
        autoFocus={false}
        value={again}
        error={fault?.again}
        onChange={onAgain}
      />
    </>
  );
}
