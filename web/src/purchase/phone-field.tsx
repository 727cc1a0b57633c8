import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

interface PhoneFieldProps {
  readonly label?: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (phone: string) => void;
  readonly error?: string | undefined;
  /** Numbers to pick from. */
  readonly children?: ReactNode;
}

export function PhoneField({
  label = 'Phone number',
  description,
  value,
  onChange,
  error,
  children,
}: PhoneFieldProps) {
  return (
    <div>
      <TextInput
        label={label}
        description={description}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        size="md"
        maxLength={20}
        placeholder="0803 123 4567"
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {children}
    </div>
  );
}
