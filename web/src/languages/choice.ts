import { useLayoutEffect, useSyncExternalStore } from 'react';
import { speakThrough, type Speaker } from './language.js';

/** The languages, each by the name that its readers give it. */
export const LANGUAGES = { en: 'English', pcm: 'Pidgin' } as const;
export type Language = keyof typeof LANGUAGES;

/** The catalogues of the languages that have one. */
const CATALOGUES = { pcm: () => import('./pcm.js') };

/** As pages say it of themselves. */
const TAGS: Readonly<Record<Language, string>> = { en: 'en-NG', pcm: 'pcm' };

/** Where this device keeps the choice. `color-scheme.js` reads it too, for what is shown before anything is loaded. */
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

/** Says everything in this language from now on, also when this device comes back. Nothing changes where it cannot be loaded. */
export async function chooseLanguage(language: Language): Promise<void> {
  await learn(language);
  chosen = language;
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // Storage is blocked: it holds until the page is left.
  }
  listeners.forEach((listener) => listener());
}

/** Brings back what this device chose, before anything is said; nothing to wait for where that is English. */
export function recallLanguage(): Promise<void> | undefined {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(KEPT);
  } catch {
    // Storage is blocked: English.
  }
  if (kept !== 'pcm') return undefined;
  return learn(kept).then(
    () => void (chosen = kept),
    // Out of reach, and never loaded here: English is better than nothing.
    () => undefined,
  );
}

const onLanguage = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useChosenLanguage = (): Language => useSyncExternalStore(onLanguage, () => chosen);

/**
 * Speaks the language of the page that is shown from here on: the chosen one, and English where administrators work. Who calls it is drawn
 * anew when another one is chosen, and with it everything below; what was typed there stays.
 */
export function useSpokenLanguage(ofAdministrators: boolean): void {
  const wanted = useChosenLanguage();
  const spoken = ofAdministrators ? 'en' : wanted;
  speakThrough(speakers.get(spoken));
  useLayoutEffect(() => {
    document.documentElement.lang = TAGS[spoken];
  }, [spoken]);
}
