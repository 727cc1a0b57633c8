import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';

/** Whether single keys do anything on this device: who speaks to the computer says letters that are no keys. */
export const useSingleKeys = () =>
  useLocalStorage({ key: 'naira-ledger-keys', defaultValue: true, getInitialValueInEffect: false });

export interface TableKeys {
  /** Off where somebody has turned them off. */
  readonly on: boolean;
  /** One row down or up. */
  readonly move: (by: 1 | -1) => void;
  readonly open: () => void;
  readonly select: () => void;
  readonly search: () => void;
}

/** Where these keys mean a letter, or something of its own. */
const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';
const OWN_ENTER = 'a, button, input, summary';
/** Ours are the browser's own, whose role no attribute says; what drops down has one. */
const DIALOG = 'dialog[open], [role="dialog"]';

/**
 * j and k go down and up, Enter opens, x selects, / goes to the search. Not while somebody types, nor in a dialog other than
 * the one that shows a row, which is marked with `data-row-panel`.
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
