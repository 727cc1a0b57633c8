import { useState } from 'react';
import { chooseLanguage, LANGUAGES, useChosenLanguage, type Language } from '../../languages/choice.js';
import { t } from '../../languages/language.js';
import classes from './tabs.module.css';

export function LanguageSwitch() {
  const chosen = useChosenLanguage();
  const [failed, setFailed] = useState(false);
  const choose = async (language: Language): Promise<void> => {
    setFailed(false);
    await chooseLanguage(language).catch(() => setFailed(true));
  };
  return (
    <div>
      <div className={classes.tabs} role="group" aria-label={t('Language')}>
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
