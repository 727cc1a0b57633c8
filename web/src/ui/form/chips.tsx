import type { ReactNode } from 'react';
import classes from './chips.module.css';

interface ChipsProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly text: ReactNode }[];
  readonly chosen?: Value | undefined;
  readonly onPick: (value: Value) => void;
  readonly inLine?: 'awaited' | 'known';
}

export function Chips<Value extends string>({ label, options, chosen, onPick, inLine }: ChipsProps<Value>) {
  if (options.length === 0 && inLine !== 'awaited') return null;
  return (
    <div className={classes.chips} data-line={inLine} role="group" aria-label={label}>
      {options.map(({ value, text }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen === undefined ? undefined : chosen === value}
          onClick={() => onPick(value)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
