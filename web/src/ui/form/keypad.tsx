import type { MouseEvent } from 'react';
import { t } from '../../languages/language.js';
import { BackspaceIcon } from '../icons.js';
import classes from './keypad.module.css';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'];

interface KeypadProps {
  readonly label: string;
  readonly disabled: boolean;
  readonly onDigit: (digit: string) => void;
  readonly onErase: () => void;
}

/** Keeps the focus in the input when a key is tapped, because screen readers need the focus there. */
const keepFocus = (event: MouseEvent): void => event.preventDefault();

/** The Tab key skips the keypad, because people with a keyboard type into the field. */
export function Keypad({ label, disabled, onDigit, onErase }: KeypadProps) {
  const key = { type: 'button', tabIndex: -1, disabled, onMouseDown: keepFocus } as const;
  return (
    <div className={classes.keypad} role="group" aria-label={label}>
      {DIGITS.map((digit) => (
        <button key={digit} {...key} onClick={() => onDigit(digit)}>
          {digit}
        </button>
      ))}
      <button {...key} aria-label={t('Erase the last digit')} onClick={onErase}>
        <BackspaceIcon />
      </button>
    </div>
  );
}
