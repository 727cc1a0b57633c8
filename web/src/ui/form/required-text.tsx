import { Textarea, type TextareaProps } from '@mantine/core';
import { use } from 'react';
import { MissingFields } from './form.js';

interface RequiredTextProps extends TextareaProps {
  /** Each field of a form has its own. */
  readonly name: string;
}

/** Lines of text without which its form is not sent, unless `required` says otherwise. */
export function RequiredText({ error, ...rest }: RequiredTextProps) {
  const missing = use(MissingFields).get(rest.name);
  return <Textarea required withAsterisk={false} size="md" {...rest} error={error ?? missing} />;
}
