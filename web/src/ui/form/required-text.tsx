import { Textarea, type TextareaProps } from '@mantine/core';
import { use } from 'react';
import { MissingFields } from './form.js';

interface RequiredTextProps extends TextareaProps {
  readonly name: string;
}

export function RequiredText({ error, ...rest }: RequiredTextProps) {
  const missing = use(MissingFields).get(rest.name);
  return <Textarea required withAsterisk={false} size="md" {...rest} error={error ?? missing} />;
}
