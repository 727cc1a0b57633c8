import type { ErrorCode } from '../../../services/contracts/errors.js';

export interface Failure {
  /** 0 without an answer. */
  readonly http: number;
  readonly code: ErrorCode | 'UNREACHABLE' | 'UNREADABLE';
  readonly message: string;
  readonly field?: string;
  /** Reference of the purchase that a POSSIBLE_DUPLICATE may repeat. */
  readonly earlier_reference?: string;
}

/** After these codes, the server may have acted: ask for the outcome, never assume it. */
const UNDECIDED: ReadonlySet<Failure['code']> = new Set([
  'UNREACHABLE',
  'UNREADABLE',
  'OUTCOME_UNKNOWN',
  'SHUTTING_DOWN',
  'INTERNAL',
]);

export const isUndecided = (failure: Failure): boolean => UNDECIDED.has(failure.code);

/** True without an answer, or after a server failure (5xx). */
export const isUnanswered = ({ http }: Failure): boolean => http === 0 || http >= 500;

/** Only a 401 means that the session is over; `UNREACHABLE` does not. */
export const isSignedOut = (failure: Failure): boolean => failure.http === 401;

export function failureOf(error: unknown): Failure | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && 'http' in error
    ? (error as Failure)
    : undefined;
}

export const messageOf = (error: unknown, fallback: string): string => failureOf(error)?.message || fallback;
