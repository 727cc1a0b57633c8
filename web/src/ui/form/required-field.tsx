import { TextInput, type TextInputProps } from '@mantine/core';
import { use } from 'react';
import { MissingFields } from './form.js';

interface RequiredFieldProps extends TextInputProps {
  readonly name: string;
}

export function RequiredField({ error, ...rest }: RequiredFieldProps) {
  const missing = use(MissingFields).get(rest.name);
  return <TextInput required withAsterisk={false} size="md" {...rest} error={error ?? missing} />;
}
