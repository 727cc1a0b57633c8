import { NativeSelect, TextInput } from '@mantine/core';
import { FieldPair } from '../../ui/form/form.js';

/**
 * Start of a price change, as yyyy-MM-ddTHH:mm in Lagos time. Undefined when the change applies at once.
 * Empty when the administrator has not picked a date yet.
 */
export type When = string | undefined;

const PICKED = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/;
/** Length of yyyy-MM-ddTHH:mm. */
const MINUTE_LENGTH = 16;

/** Start of the price change as ISO time with the Lagos offset. */
export function momentOf(when: When): string | undefined {
  if (when === undefined || !PICKED.test(when)) return undefined;
  return `${when.length === MINUTE_LENGTH ? `${when}:00` : when}+01:00`;
}

export const isWhen = (when: When): boolean => when === undefined || momentOf(when) !== undefined;

interface WhenFieldProps {
  readonly when: When;
  readonly onChange: (when: When) => void;
  readonly error: string | undefined;
}

export function WhenField({ when, onChange, error }: WhenFieldProps) {
  return (
    <FieldPair>
      <NativeSelect
        label="Takes effect"
        name="when"
        size="md"
        value={when === undefined ? 'now' : 'later'}
        data={[
          { value: 'now', label: 'Now' },
          { value: 'later', label: 'At a moment' },
        ]}
        onChange={(event) => onChange(event.currentTarget.value === 'now' ? undefined : '')}
      />
      {when === undefined ? null : (
        <TextInput
          label="Moment, Lagos time"
          name="at"
          type="datetime-local"
          size="md"
          value={when}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FieldPair>
  );
}
