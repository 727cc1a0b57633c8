import { NativeSelect, TextInput } from '@mantine/core';
import { FieldPair } from '../../ui/form/form.js';

/** When prices are to change: undefined at once, otherwise what was picked, yyyy-MM-ddTHH:mm in Lagos; empty while nothing is. */
export type When = string | undefined;

const PICKED = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/;
/** Of yyyy-MM-ddTHH:mm. */
const MINUTE_LENGTH = 16;

/** As calls want it; undefined at once, and while no moment is picked. */
export function momentOf(when: When): string | undefined {
  if (when === undefined || !PICKED.test(when)) return undefined;
  return `${when.length === MINUTE_LENGTH ? `${when}:00` : when}+01:00`;
}

/** Whether it can be sent: at once, or a moment is picked. */
export const isWhen = (when: When): boolean => when === undefined || momentOf(when) !== undefined;

interface WhenFieldProps {
  readonly when: When;
  readonly onChange: (when: When) => void;
  /** What the server says of the moment. */
  readonly error: string | undefined;
}

/** Now, or a moment of Lagos time, wherever whoever picks it is. */
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
