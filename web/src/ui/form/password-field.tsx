import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../languages/language.js';
import { EyeIcon, EyeOffIcon } from '../icons.js';
import { RequiredField } from './required-field.js';

const LENGTH_MIN = 8;

/** Error text for a new password. Undefined when the password is valid and its repetition is the same. */
export function passwordFault(
  first: string,
  second: string,
  lengthMin = LENGTH_MIN,
): { readonly password1?: string; readonly password2?: string } | undefined {
  if (first.length < lengthMin)
    return { password1: t('Use at least {length} characters.', { length: lengthMin }) };
  if (first !== second) return { password2: t('The two passwords are not the same.') };
  return undefined;
}

interface PasswordFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (password: string) => void;
  /** Kind of password, written into `autocomplete`. Password managers read it. */
  readonly kind: 'new' | 'current';
  readonly description?: string;
  readonly error?: string | undefined;
}

export function PasswordField({
  label,
  name,
  value,
  onChange,
  kind,
  description,
  error,
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <RequiredField
      type={shown ? 'text' : 'password'}
      label={label}
      name={name}
      description={description}
      autoComplete={`${kind}-password`}
      maxLength={1024}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSectionWidth={44}
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('Show {what}', { what: label.toLowerCase() })}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon /> : <EyeIcon />}
        </ActionIcon>
      }
    />
  );
}
