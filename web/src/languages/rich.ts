import { createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { ownEntry } from '../../../services/contracts/own-entry.js';
import { t, type Written } from './language.js';

/**
 * Translates a text that contains elements: `rich('{link} first.', { link: <Link to="/login">{t('Log
 * in')}</Link> })`.
 */
export function rich<Text extends string>(
  english: Written<Text>,
  parts: Readonly<Record<string, ReactNode>>,
): ReactElement {
  const names = Object.keys(parts);
  // No text contains a private-use character.
  const marks = Object.fromEntries(names.map((name, place) => [name, String.fromCharCode(0xe000 + place)]));
  const pieces = t(english, marks).split(/([\ue000-\ue0ff])/);
  return createElement(
    Fragment,
    null,
    ...pieces.map((piece, place) =>
      place % 2 === 0 ? piece : ownEntry(parts, names[piece.charCodeAt(0) - 0xe000] ?? ''),
    ),
  );
}
