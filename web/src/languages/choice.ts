import { useLayoutEffect, useSyncExternalStore } from 'react';
import { speakThrough, type Speaker } from './language.js';

export const LANGUAGES = { en: 'English', pcm: 'Pidgin' } as const;
export type Language = keyof typeof LANGUAGES;

const CATALOGUES = { pcm: () => import('./pcm.js') };

/** BCP 47 tags for `<html lang>`. */
const TAGS: Readonly<Record<Language, string>> = { en: 'en-NG', pcm: 'pcm' };

/** Storage key of the choice, also read by `color-scheme.js` before the app loads. */
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

/** Rejects, and changes nothing, when the catalogue does not load. */
export async function chooseLanguage(language: Language): Promise<void> {
  await learn(language);
  chosen = language;
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
  listeners.forEach((listener) => listener());
}

/** Undefined for English, which needs no loading. */
export function recallLanguage(): Promise<void> | undefined {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(KEPT);
  } catch {
    // Storage is blocked: use English.
  }
  if (kept !== 'pcm') return undefined;
  return learn(kept).then(
    () => void (chosen = kept),
    // Catalogue unreachable: use English.
    () => undefined,
  );
}

const onLanguage = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useChosenLanguage = (): Language => useSyncExternalStore(onLanguage, () => chosen);

/** Administrators' pages are English. A change redraws the caller and its children, and keeps their state. */
export function useSpokenLanguage(ofAdministrators: boolean): void {
  const wanted = useChosenLanguage();
  const spoken = ofAdministrators ? 'en' : wanted;
  speakThrough(speakers.get(spoken));
  useLayoutEffect(() => {
    document.documentElement.lang = TAGS[spoken];
  }, [spoken]);
}
