import { Button } from '@mantine/core';
import { type Ref, useEffect, useState } from 'react';
import classes from './otp-field.module.css';
import { t } from '../../languages/language.js';
import { RequiredField } from './required-field.js';

export const OTP_LENGTH = 6;

interface OtpFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A single field makes pasting and autofill work. */
export function OtpField({ label, name, value, onChange, error, ref }: OtpFieldProps) {
  return (
    <RequiredField
      ref={ref}
      label={label}
      name={name}
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder="000000"
      classNames={{ input: classes.code ?? '' }}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface ResendCodeProps {
  readonly busy: boolean;
  /** Sends a code again. Returns the number of seconds until the next code may be sent. */
  readonly onResend: () => Promise<number | undefined>;
  readonly label?: string;
}

export function ResendCode({ busy, onResend, label = t('Resend code') }: ResendCodeProps) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (seconds <= 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  const resend = async (): Promise<void> => setSeconds((await onResend()) ?? 0);
  return (
    <Button
      variant="subtle"
      size="compact-md"
      px={0}
      className={classes.resend ?? ''}
      disabled={busy || seconds > 0}
      onClick={() => void resend()}
    >
      {busy ? t('sending code...') : seconds > 0 ? t('{label} in {seconds} s', { label, seconds }) : label}
    </Button>
  );
}
