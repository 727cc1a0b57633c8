import { AppendOutcomeUnknown, StoreUnavailable } from '../event-store.js';

const REASONS: ReadonlyMap<number | undefined, string> = new Map([
  [-30792, 'the ledger file has reached its largest size'],
  [5, 'the disk is full or failing'],
  [12, 'the machine has no memory left'],
  [27, 'the ledger file may not grow'],
  [28, 'the disk is full'],
  [30, 'the file system is read-only'],
  [122, 'the disk quota is used up'],
]);

/**
 * Milliseconds for which appends are refused after a failed commit, because the disk may be full.
 */
export const REFUSE_AFTER_FAILURE_MS = 100;

/**
 * Returns `AppendOutcomeUnknown` when the last step of a commit failed, because its events may be stored.
 */
export function commitFailure(cause: unknown, panicked: boolean): StoreUnavailable | AppendOutcomeUnknown {
  const code = codeOf(cause);
  if (panicked)
    return new AppendOutcomeUnknown('the last step of the commit failed: it may be stored or not', { cause });
  return new StoreUnavailable(`nothing was stored: ${REASONS.get(code) ?? 'the commit failed'}`, { cause });
}

const codeOf = (error: unknown): number | undefined =>
  hasField(error, 'code') && typeof error.code === 'number' ? error.code : undefined;

const hasField = <Field extends string>(value: unknown, field: Field): value is Record<Field, unknown> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, field);
