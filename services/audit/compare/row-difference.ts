import { isDeepStrictEqual } from 'node:util';
import type { Row, View } from '../../../infra/read-store/view.js';
import { ownEntry } from '../../contracts/own-entry.js';

export interface RowDifference {
  readonly view: string;
  readonly key: string;
  readonly what: 'differs' | 'missing' | 'extra';
  readonly columns: readonly {
    readonly column: string;
    readonly shown: string;
    readonly derived: string;
  }[];
}

const TEXT_MAX = 60;

export function differenceOf(
  view: View,
  key: string,
  shown: Row | undefined,
  derived: Row | undefined,
): RowDifference | undefined {
  if (shown === undefined || derived === undefined) {
    if (shown === derived) return undefined;
    return { view: view.name, key, what: shown === undefined ? 'missing' : 'extra', columns: [] };
  }
  const columns = Object.keys(view.row.shape)
    .filter((column) => !isDeepStrictEqual(ownEntry(shown, column), ownEntry(derived, column)))
    .map((column) => {
      const personal = view.personal?.includes(column) === true;
      const told = (row: Row): string => (personal ? 'something personal' : textOf(ownEntry(row, column)));
      return { column, shown: told(shown), derived: told(derived) };
    });
  return columns.length === 0 ? undefined : { view: view.name, key, what: 'differs', columns };
}

/**
 * True while a person is being forgotten: only personal columns differ, and their values computed from the
 * log are null. The event `PersonForgotten` ends the difference.
 */
export const isBeingForgotten = (
  view: View,
  { what, columns }: RowDifference,
  derived: Row | undefined,
): boolean =>
  what === 'differs' &&
  columns.every(
    ({ column }) => view.personal?.includes(column) === true && ownEntry(derived ?? {}, column) === null,
  );

function textOf(value: unknown): string {
  const text =
    typeof value === 'string' || typeof value === 'bigint'
      ? String(value)
      : (JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each)) ??
        'nothing');
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}
