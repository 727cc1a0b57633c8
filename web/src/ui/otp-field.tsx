import { TextInput } from '@mantine/core';
import type { Ref } from 'react';
import classes from './otp-field.module.css';

export const OTP_LENGTH = 6;

interface OtpFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

/** The code from a mail: one field that can be pasted into, and that phones can fill in by themselves. */
export function OtpField({ label, name, value, onChange, error, ref }: OtpFieldProps) {
  return (
    <TextInput
      ref={ref}
      label={label}
      name={name}
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder="000000"
      required
      withAsterisk={false}
      size="lg"
      classNames={{ input: classes.code ?? '' }}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, OTP_LENGTH))}
    />
  );
}
