import { setupI18n, type Messages } from '@lingui/core';
import { ownEntry } from '../../../services/contracts/own-entry.js';
import type { Speaker } from './language.js';
import { SERVER_TEXTS } from './server-texts.js';

export function speakerOf(language: string, messages: Messages): Speaker {
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } });
  const say: Speaker['say'] = (key, values) =>
    ownEntry(messages, key) === undefined ? undefined : i18n._(key, values);
  return { say, repeat: (sentence) => repeated(sentence, say) };
}

const PLACE = /\\\{(\w+)\\\}/g;
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Patterns for sentences from the server. Each pattern captures the values in a sentence, such as amounts. */
const FILLED = (SERVER_TEXTS as readonly unknown[] as readonly string[])
  .filter((text) => text.includes('{'))
  .map((text) => ({ text, pattern: new RegExp(`^${escaped(text).replace(PLACE, '(?<$1>.{0,100}?)')}$`) }));

/** Matches the name of a field at the start of a sentence, as in `amount: Minimum is ₦100.00.` */
const FIELD = /^\w{1,40}: /;

function repeated(sentence: string, say: Speaker['say']): string {
  const whole = said(sentence, say);
  if (whole !== undefined) return whole;
  const field = FIELD.exec(sentence)?.[0] ?? '';
  return field + (said(sentence.slice(field.length), say) ?? sentence.slice(field.length));
}

function said(sentence: string, say: Speaker['say']): string | undefined {
  const fixed = say(sentence, {});
  if (fixed !== undefined) return fixed;
  for (const { text, pattern } of FILLED) {
    const values = pattern.exec(sentence)?.groups;
    if (values) return say(text, values);
  }
  return undefined;
}
