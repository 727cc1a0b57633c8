import { useEffect, useState } from 'react';
import { useChosenLanguage } from '../../../languages/choice.js';
import { msg, t } from '../../../languages/language.js';
import { KeyControl } from './key-control.js';
import { Palette } from './palette.js';
import { GO_TO } from './shortcuts.js';
import { useFound } from './use-found.js';

interface CustomerPaletteProps {
  readonly onClose: () => void;
  readonly onKeys: () => void;
}

function CustomerPalette({ onClose, onKeys }: CustomerPaletteProps) {
  const [typed, setTyped] = useState('');
  const { groups, searching } = useFound(typed, onKeys);
  return (
    <Palette
      what={t('Pages, recipients, transactions')}
      typed={typed}
      groups={groups}
      searching={searching}
      onTyped={setTyped}
      onClose={onClose}
    />
  );
}

export default function Keyboard() {
  const language = useChosenLanguage();
  // Load `rebind` only after the page, and only when this browser has a push subscription. Most browsers do
  // not need it.
  useEffect(() => {
    if (localStorage.getItem('naira-ledger-push') === null) return;
    import('../../../api/push-device.js').then(
      ({ rebind }) => rebind(language),
      () => undefined,
    );
  }, [language]);
  return (
    <KeyControl
      places={GO_TO}
      finds={msg('Find pages, recipients and transactions')}
      Palette={CustomerPalette}
    />
  );
}
