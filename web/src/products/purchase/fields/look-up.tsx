import { useState } from 'react';
import type { CallAnswer, CallName } from '../../../../../services/contracts/calls.js';
import type { CallBody } from '../../../api/call.js';
import { useSend } from '../../../api/use-send.js';
import { FormError } from '../../../ui/form/form.js';
import { CheckIcon } from '../../../ui/icons.js';
import classes from './look-up.module.css';

interface LookUp<Name extends CallName, Draft> {
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly found: CallAnswer<Name> | undefined;
  readonly ask: () => Promise<void>;
  readonly edit: (next: Partial<Draft>) => void;
}

export function useLookUp<Name extends CallName, Draft>(
  name: Name,
  failed: string,
  customer: CallBody<Name>,
  change: (next: Partial<Draft>) => void,
): LookUp<Name, Draft> {
  const { busy, error, send, clear } = useSend(name, { refused: failed, broken: failed });
  const [result, setResult] = useState<{ readonly of: string; readonly answer: CallAnswer<Name> }>();
  const of = JSON.stringify(customer);
  return {
    busy,
    error,
    found: result?.of === of ? result.answer : undefined,
    ask: async () => {
      const answer = await send(customer);
      setResult(answer && { of, answer });
    },
    edit: (next) => {
      change(next);
      clear();
    },
  };
}

interface OwnerProps {
  readonly lookUp: {
    readonly error: string | undefined;
    readonly found: { readonly name: string } | undefined;
  };
  readonly lines: readonly (string | undefined)[];
}

/** Shows the name of the owner in large letters, so that the customer can notice a wrong digit. */
export function Owner({ lookUp: { error, found }, lines }: OwnerProps) {
  return (
    <>
      <FormError message={error} />
      {found?.name ? (
        <div className={classes.found} role="status">
          <CheckIcon strokeWidth={2.5} />
          <div>
            <strong>{found.name}</strong>
            {lines.filter(Boolean).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </div>
        </div>
      ) : null}
    </>
  );
}
