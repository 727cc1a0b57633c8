import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { localPhone, networkOfPhone, normalisePhone } from '../../../services/contracts/phones.js';
import type { NetworkCode } from '../../../services/contracts/services.js';

interface PhoneFieldProps {
  readonly label?: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (phone: string) => void;
  readonly error?: string | undefined;
  /** Numbers to pick from. */
  readonly children?: ReactNode;
}

export const PHONE_WANTED = 'Enter a valid 11-digit Nigerian number.';

const plainPhone = (typed: string): string => typed.replace(/[\s().-]/g, '');

/** What was typed as a local number, 08031234567; undefined when it is none. */
export function readPhone(typed: string): string | undefined {
  const phone = normalisePhone(plainPhone(typed));
  return phone && localPhone(phone);
}

/** The network that issued the number, as far as it is typed. */
export const detectNetwork = (typed: string): NetworkCode | undefined => networkOfPhone(plainPhone(typed));

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
