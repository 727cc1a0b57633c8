import type { Artefacts, ExamPin } from '../../contracts/artefacts.js';
import { ownEntry } from '../../contracts/own-entry.js';

type Fields = Readonly<Record<string, unknown>>;

/** Digits up to three spaces or dashes apart, as in `2636 2054 4059 8275 7802`. */
const TOKEN = /\d(?:[ -]{0,3}\d){9,44}/;
/** Meters take twenty digits. A number after them, such as the units, is no part of the token. */
const TOKEN_OF_TWENTY = /(?<!\d)\d(?:[ -]{0,3}\d){19}(?!\d)/;
const PINS_MAX = 100;

/** Tokens and pins of an answer, which VTpass puts in several places. */
export function readArtefacts(top: Fields): Artefacts {
  const pins = pinsOf(top);
  const tokens = tokensOf(top);
  const bonusToken = tokenIn(top['bonusToken']);
  const units = textOf(top['units'] ?? top['Units']);
  const purchasedCode = textOf(top['purchased_code']);
  return {
    ...(tokens.length > 0 && pins.length === 0 && { tokens }),
    ...(bonusToken !== undefined && pins.length === 0 && { bonusToken }),
    ...(units !== undefined && { units }),
    ...(pins.length > 0 && { pins }),
    ...(purchasedCode !== undefined && { purchasedCode }),
  };
}

/** Names of the credit token. Every electricity company uses its own names. */
const CREDIT = ['token', 'mainToken', 'purchased_code'];
const KEY_CHANGES = [
  ['kct1', 'KCT1', 'resetToken', 'configure_token1'],
  ['kct2', 'KCT2', 'configureToken', 'configure_token2'],
];

/**
 * Tokens in the order in which a customer enters them: both key change tokens before the credit
 * token.
 */
function tokensOf(top: Fields): string[] {
  const credit = firstToken(top, CREDIT);
  if (credit === undefined) return [];
  return [
    ...KEY_CHANGES.map((names) => firstToken(top, names)).filter((token) => token !== undefined),
    credit,
  ];
}

/** `null`, an empty text or `N/A` means absent. */
function firstToken(top: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const token = tokenIn(ownEntry(top, name));
    if (token !== undefined) return token;
  }
  return undefined;
}

function tokenIn(value: unknown): string | undefined {
  const text = textOf(value) ?? '';
  const [found] = TOKEN_OF_TWENTY.exec(text) ?? TOKEN.exec(text) ?? [];
  return found?.replace(/[ -]/g, '');
}

function pinsOf(top: Fields): ExamPin[] {
  const cards = top['cards'] ?? top['tokens'];
  if (!Array.isArray(cards)) return [];
  const pins = cards.slice(0, PINS_MAX).flatMap((card: unknown): ExamPin[] => {
    if (typeof card === 'string' && card !== '') return [{ pin: card }];
    if (typeof card !== 'object' || card === null) return [];
    const { Pin, pin = Pin, Serial, serial = Serial } = card as Fields;
    const pinText = textOf(pin);
    const serialText = textOf(serial);
    if (pinText === undefined) return [];
    return [serialText === undefined ? { pin: pinText } : { pin: pinText, serial: serialText }];
  });
  // Counting a repeated pin twice would hide a missing one.
  const seen = new Set<string>();
  return pins.filter(({ pin, serial }) => seen.size < seen.add(`${pin}|${serial ?? ''}`).size);
}

function textOf(value: unknown): string | undefined {
  // JSON parsing has rounded an integer that is not `isSafeInteger`, so its digits are wrong.
  if (typeof value === 'number')
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
  return typeof value === 'string' && value !== '' && value.length <= 500 ? value : undefined;
}
