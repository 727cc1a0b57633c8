import { useState, type Ref } from 'react';
import { PIN_LENGTH, PinField } from '../../../domain/pin-field.js';
import { t } from '../../../languages/language.js';
import { Keypad } from '../../../ui/form/keypad.js';

interface PinSignatureProps {
  readonly pin: string;
  readonly onChange: (pin: string) => void;
  readonly onComplete?: ((pin: string) => void) | undefined;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly ref: Ref<HTMLInputElement>;
}

/** Media query for touch screens, and for windows that are as narrow as a phone. */
const BY_THUMB = '(pointer: coarse), (max-width: 36em)';

/**
 * Input of the PIN. Touch screens show a `Keypad`, because the keyboard of the device would cover the order.
 */
export function PinSignature({ pin, onChange, onComplete, busy, error, ref }: PinSignatureProps) {
  const [byThumb] = useState(() => window.matchMedia(BY_THUMB).matches);
  const press = (digit: string): void => {
    if (pin.length === PIN_LENGTH) return;
    const typed = pin + digit;
    onChange(typed);
    if (typed.length === PIN_LENGTH) onComplete?.(typed);
  };
  return (
    <>
      <PinField
        label={t('Transaction PIN')}
        ref={ref}
        value={pin}
        onChange={onChange}
        disabled={busy}
        error={error}
        ownKeys={byThumb}
        forgotten
      />
      {byThumb ? (
        <Keypad
          label={t('Digits of the PIN')}
          disabled={busy}
          onDigit={press}
          onErase={() => onChange(pin.slice(0, -1))}
        />
      ) : null}
    </>
  );
}
