import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';

/**
 * Setting that turns single keys on or off on this device. Speech input types letters, which must
 * not work as keys.
 */
export const useSingleKeys = () =>
  useLocalStorage({ key: 'naira-ledger-keys', defaultValue: true, getInitialValueInEffect: false });

export interface TableKeys {
  readonly on: boolean;
  readonly move: (by: 1 | -1) => void;
  readonly open: () => void;
  readonly select: () => void;
  readonly search: () => void;
}

const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';
const OWN_ENTER = 'a, button, input, summary';
/** Matches open dialogs. */
const DIALOG = 'dialog[open], [role="dialog"]';

/**
 * Single keys of a table: j and k move, Enter opens, x ticks, / searches. The keys are off while a person
 * types, and in dialogs without `data-row-panel`.
 */
export function useTableKeys(keys: TableKeys): void {
  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    if (!keys.on || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target instanceof Element ? event.target : document.body;
    const dialogs = [...document.querySelectorAll(DIALOG)];
    if (at.closest(TYPING) || dialogs.some((one) => !one.querySelector('[data-row-panel]'))) return;
    const dialog = dialogs.length > 0;
    if (event.key === 'j') keys.move(1);
    else if (event.key === 'k') keys.move(-1);
    else if (event.key === 'x' && !dialog) keys.select();
    else if (event.key === 'Enter' && !dialog && !at.closest(OWN_ENTER)) keys.open();
    else if (event.key === '/' && !dialog) keys.search();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => pressed(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
