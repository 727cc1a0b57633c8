import { TextInput, type TextInputProps } from '@mantine/core';
import { use } from 'react';
import { MissingFields } from './form.js';

interface RequiredFieldProps extends TextInputProps {
  /** Each field of a form has its own. */
  readonly name: string;
}

/** A line of text without which its form is not sent: it says so itself. */
export function RequiredField({ error, ...rest }: RequiredFieldProps) {
  const missing = use(MissingFields).get(rest.name);
  return <TextInput required withAsterisk={false} size="md" {...rest} error={error ?? missing} />;
}
