import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Text } from '../../../languages/language.js';
import { useSingleKeys } from '../../../ui/table/use-table-keys.js';
import { KeyList } from './key-list.js';
import type { Place } from './shortcuts.js';

const TYPING = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';

interface KeyControlProps {
  readonly places: readonly Place[];
  readonly finds: Text;
  readonly Palette: ComponentType<{ readonly onClose: () => void; readonly onKeys: () => void }>;
}

export function KeyControl({ places, finds, Palette }: KeyControlProps) {
  const [shown, setShown] = useState<'list' | 'palette'>();
  const [on, setOn] = useSingleKeys();
  const [going, setGoing] = useState(false);
  const navigate = useNavigate();

  const single = (key: string): boolean => {
    const target = going ? places.find((place) => place.key === key) : undefined;
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

  const close = (): void => setShown(undefined);
  if (shown === 'palette') return <Palette onClose={close} onKeys={() => setShown('list')} />;
  return shown === 'list' ? (
    <KeyList places={places} finds={finds} on={on} onTurn={setOn} onClose={close} />
  ) : null;
}
