import { hash } from 'node:crypto';
import type { UnreadType } from '../contracts/admin/unmatched.contract.js';
import type { Kobo } from '../contracts/money.js';
import { ownEntry } from '../contracts/own-entry.js';
import type { ListedPayment, Unread, UnreadAnswer, UnreadRow } from './payment-provider.js';
import { fieldsOf } from './vendor-json.js';

const REFERENCE_MAX = 128;
const WORD_MAX = 40;
const SESSION_TEXT_MAX = 60;

export const digestOf = (raw: string): string => hash('sha256', raw, 'hex');

export function referenceOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text !== '' && text.length <= REFERENCE_MAX ? text : undefined;
}

export const wordOf = (value: unknown): string =>
  typeof value === 'string' && value.length <= WORD_MAX ? value : '';

export function typeOf(value: unknown): UnreadType {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}

export const unreadAnswer = (
  transactionReference: string,
  type: UnreadType,
  digest: string,
): UnreadAnswer => ({ transactionReference, unread: { field: 'answer', type, digest } satisfies Unread });

/**
 * Returns the session id of a bank transfer, which has 30 digits. Returns undefined for any other
 * text, and when all 30 digits are the same.
 */
export function sessionOf(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > SESSION_TEXT_MAX) return undefined;
  const digits = text.replace(/[\s-]/g, '');
  return /^\d{30}$/.test(digits) && new Set(digits).size > 1 ? digits : undefined;
}

/** Returns the first session id in `parts`. Providers use several names for this field. */
export const sessionIn = (parts: readonly unknown[]): string | undefined =>
  parts
    .flatMap((part) => {
      const fields = fieldsOf(part) ?? {};
      return sessionOf(fields['sessionId']) ?? sessionOf(fields['session_id']) ?? [];
    })
    .at(0);

/** `names` contains the names of the fields, which differ by provider. */
export function readRow(
  row: unknown,
  names: { readonly reference: string; readonly amount: string },
  koboOf: (value: unknown) => Kobo | undefined,
): ListedPayment | UnreadRow {
  const fields = fieldsOf(row);
  const named = fields && ownEntry(fields, names.reference);
  const transactionReference = referenceOf(named);
  if (transactionReference !== undefined)
    return { transactionReference, said: koboOf(fields && ownEntry(fields, names.amount)) };
  const digest = digestOf(JSON.stringify(row, inOrder));
  return fields
    ? { field: 'reference', type: typeOf(named), digest }
    : { field: 'answer', type: typeOf(row), digest };
}

/** Replacer for `JSON.stringify` that sorts the fields of objects. */
const inOrder = (_: string, value: unknown): unknown => {
  const fields = fieldsOf(value);
  return fields
    ? Object.fromEntries(Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;
};

/**
 * Removes personal details from the message of a provider. Errors contain such messages, and errors are
 * logged.
 */
export const withoutPersonalData = (message: string): string =>
  message
    .replace(/(?<!\S)\S*@\S*/g, '(email)')
    .replace(/\d{6,}/g, '(number)')
    .slice(0, 200);
