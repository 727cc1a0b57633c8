import { useId, type Ref } from 'react';
import { Link } from 'react-router-dom';
import { plainDigits } from '../../../services/contracts/fields/plain-text.js';
import classes from './pin-field.module.css';
import { t } from '../languages/language.js';

export const PIN_LENGTH = 4;

interface PinFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (pin: string) => void;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
  readonly name?: string;
  readonly forgotten?: boolean;
  /** True when the page draws a `Keypad`. The device then shows no keyboard of its own. */
  readonly ownKeys?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Input for a PIN, drawn as four boxes. Screen readers and pasting need a single field. */
export function PinField({
  label,
  value,
  onChange,
  error,
  disabled,
  autoFocus = true,
  name = 'transaction_pin',
  forgotten,
  ownKeys,
  ref,
}: PinFieldProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.boxes} data-invalid={error ? true : undefined}>
        {Array.from({ length: PIN_LENGTH }, (_, place) => (
          <span key={place} aria-hidden="true" data-next={place === value.length || undefined}>
            {place < value.length ? '•' : ''}
          </span>
        ))}
        <input
          id={id}
          ref={ref}
          type="password"
          inputMode={ownKeys ? 'none' : 'numeric'}
          pattern="[0-9]*"
          autoComplete="off"
          name={name}
          data-autofocus={autoFocus || undefined}
          disabled={disabled}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            const pin = plainDigits(event.currentTarget.value);
            // Otherwise the first four digits of a longer number would become the PIN.
            if (/^\d{0,4}$/.test(pin)) onChange(pin);
          }}
        />
      </div>
      {error ? (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
      {forgotten ? (
        <Link className={classes.forgotten} to="/changepin?forgotten">
          {t('Forgot your PIN?')}
        </Link>
      ) : null}
    </div>
  );
}
