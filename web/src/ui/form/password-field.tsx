import { PasswordInput } from '@mantine/core';

const LENGTH_MIN = 8;

/** What is wrong with a new password and its repetition; undefined when nothing is. */
export function passwordFault(
  first: string,
  second: string,
  lengthMin = LENGTH_MIN,
): { readonly password1?: string; readonly password2?: string } | undefined {
  if (first.length < lengthMin) return { password1: `Use at least ${lengthMin} characters.` };
  if (first !== second) return { password2: 'The two passwords are not the same.' };
  return undefined;
}

interface PasswordFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (password: string) => void;
  /** `new` lets password managers offer one; `current` lets them fill in the old one. */
  readonly kind: 'new' | 'current';
  readonly description?: string;
  readonly error?: string | undefined;
}

/** A password that can be looked at while it is typed. */
export function PasswordField({
  label,
  name,
  value,
  onChange,
  kind,
  description,
  error,
}: PasswordFieldProps) {
  return (
    <PasswordInput
      label={label}
      name={name}
      description={description}
      autoComplete={`${kind}-password`}
      required
      withAsterisk={false}
      size="md"
      maxLength={1024}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{
        'aria-label': `Show ${label.toLowerCase()}`,
        tabIndex: 0,
        'aria-hidden': false,
      }}
    />
  );
}
