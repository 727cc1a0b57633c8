import { useLayoutEffect, useSyncExternalStore } from 'react';
import { speakThrough, type Speaker } from './language.js';

export const LANGUAGES = { en: 'English', pcm: 'Pidgin' } as const;
export type Language = keyof typeof LANGUAGES;

const CATALOGUES = { pcm: () => import('./pcm.js') };

/** Tags of the languages (BCP 47) for `<html lang>`. */
const TAGS: Readonly<Record<Language, string>> = { en: 'en-NG', pcm: 'pcm' };

/**
 * Storage key of the language that the person chose. `color-scheme.js` reads this key before the app loads.
 */
const KEPT = 'naira-ledger-language';

let chosen: Language = 'en';
const speakers = new Map<Language, Speaker>();
const listeners = new Set<() => void>();

async function learn(language: Language): Promise<void> {
  if (language === 'en' || speakers.has(language)) return;
  const [{ speakerOf }, { default: messages }] = await Promise.all([
    import('./speaker.js'),
    CATALOGUES[language](),
  ]);
  speakers.set(language, speakerOf(language, messages));
}

/** Rejects when the translations cannot be loaded. The language then stays the same. */
export async function chooseLanguage(language: Language): Promise<void> {
  await learn(language);
  chosen = language;
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // When storage is blocked, the choice lasts until the page is closed.
  }
  listeners.forEach((listener) => listener());
}

export function recallLanguage(): Promise<void> | undefined {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(KEPT);
  } catch {
    // Use English when the browser blocks storage.
  }
  if (kept !== 'pcm') return undefined;
  return learn(kept).then(
    () => void (chosen = kept),
    // Use English when the translations cannot be loaded.
    () => undefined,
  );
}

const onLanguage = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useChosenLanguage = (): Language => useSyncExternalStore(onLanguage, () => chosen);

/** Renders the component again when the language changes. */
export function useSpokenLanguage(ofAdministrators: boolean): void {
  const wanted = useChosenLanguage();
  const spoken = ofAdministrators ? 'en' : wanted;
  speakThrough(speakers.get(spoken));
  useLayoutEffect(() => {
    document.documentElement.lang = TAGS[spoken];
  }, [spoken]);
}
