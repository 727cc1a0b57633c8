import { useState } from 'react';
import type { CallAnswer, CallName } from '../../../../../services/contracts/calls.js';
import type { CallBody } from '../../../api/call.js';
import { useSend, type SendTexts } from '../../../api/use-send.js';
import { CheckIcon } from '../../../ui/icons.js';
import classes from './look-up.module.css';

export interface LookUp<Name extends CallName> {
  readonly busy: boolean;
  readonly error: string | undefined;
  /** Answer for the current form; undefined after any edit. */
  readonly found: CallAnswer<Name> | undefined;
  readonly ask: (body: CallBody<Name>) => Promise<void>;
  readonly clear: () => void;
}

export function useLookUp<Name extends CallName>(
  name: Name,
  texts: SendTexts,
  current: CallBody<Name> | undefined,
): LookUp<Name> {
  const { busy, error, send, clear } = useSend(name, texts);
  const [result, setResult] = useState<{ readonly of: string; readonly answer: CallAnswer<Name> }>();
  const ask = async (body: CallBody<Name>): Promise<void> => {
    const answer = await send(body);
    setResult(answer && { of: JSON.stringify(body), answer });
  };
  const found = result && current && result.of === JSON.stringify(current) ? result.answer : undefined;
  return { busy, error, found, ask, clear };
}

interface FoundCustomerProps {
  readonly name: string;
  readonly lines?: readonly string[];
}

/** Last chance to notice a wrong digit, so the name is large. */
export function FoundCustomer({ name, lines = [] }: FoundCustomerProps) {
  return (
    <div className={classes.found} role="status">
      <CheckIcon strokeWidth={2.5} />
      <div>
        <strong>{name}</strong>
        {lines.filter(Boolean).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </div>
    </div>
  );
}
