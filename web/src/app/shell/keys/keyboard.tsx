import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { KeyList } from './key-list.js';
import { Palette } from './palette.js';
import { GO_TO } from './shortcuts.js';

/** Where a key means a letter. */
const TYPING = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';

/** Keys that lead through the app, what lists them, and what finds everything. Loaded once the first page is there. */
export default function Keyboard() {
  const [shown, setShown] = useState<'list' | 'palette'>();
  /** Single keys can be turned off: who speaks to the computer says letters that are no keys. */
  const [on, setOn] = useLocalStorage({
    key: 'naira-ledger-keys',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  /** `g` waits for the key that says where to. */
  const [going, setGoing] = useState(false);
  const navigate = useNavigate();

  const single = (key: string): boolean => {
    const target = going ? GO_TO.find((place) => place.key === key) : undefined;
    setGoing(!going && key === 'g');
    if (target) void navigate(target.to);
    else if (key === '?') setShown('list');
    else if (key === '/') {
      const search = document.querySelector<HTMLElement>('main input[type="search"]');
      search?.focus();
      return search !== null;
    } else return false;
    return true;
  };
  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]')) return;
    const at = event.target instanceof Element ? event.target : document.body;
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key.toLowerCase() === 'k') setShown('palette');
    else if (command || !on || at.closest(TYPING) || !single(event.key)) return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => pressed(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  // Beside the page too, and only where this browser is told anything.
  useEffect(() => {
    if (localStorage.getItem('naira-ledger-push') === null) return;
    import('../../../api/push-device.js').then(
      ({ rebind }) => rebind(),
      () => undefined,
    );
  }, []);

  const close = (): void => setShown(undefined);
  if (shown === 'palette') return <Palette onClose={close} onKeys={() => setShown('list')} />;
  return shown === 'list' ? <KeyList on={on} onTurn={setOn} onClose={close} /> : null;
}
