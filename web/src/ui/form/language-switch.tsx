import { useEffect, useRef, useState } from 'react';
import { chooseLanguage, LANGUAGES, useChosenLanguage, type Language } from '../../languages/choice.js';
import { t } from '../../languages/language.js';
import classes from './tabs.module.css';

/** Everything is drawn anew in the other language: the new switch takes the focus of the one that was pressed. */
let pressed: Language | undefined;
const press = (language: Language | undefined): void => void (pressed = language);

/** The languages to read this in. Kept on this device, and applied at once. */
export function LanguageSwitch() {
  const chosen = useChosenLanguage();
  const [failed, setFailed] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (pressed === chosen) group.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
    press(undefined);
  }, [chosen]);
  const choose = async (language: Language): Promise<void> => {
    setFailed(false);
    press(language);
    await chooseLanguage(language).catch(() => setFailed(true));
  };
  return (
    <div>
      <div ref={group} className={classes.tabs} role="group" aria-label={t('Language')}>
        {Object.entries(LANGUAGES).map(([language, name]) => (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={language === chosen}
            onClick={() => void choose(language as Language)}
          >
            {name}
          </button>
        ))}
      </div>
      <p role="status">{failed ? t('This language could not be loaded. Check your connection.') : ''}</p>
    </div>
  );
}
