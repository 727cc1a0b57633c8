import type { ErrorCode } from '../../../services/contracts/errors.js';

export interface Failure {
  /** 0 without an answer. */
  readonly http: number;
  readonly code: ErrorCode | 'UNREACHABLE' | 'UNREADABLE';
  readonly message: string;
  readonly field?: string;
  /** Reference of the earlier purchase, when POSSIBLE_DUPLICATE refuses the order. */
  readonly earlier_reference?: string;
}

/** Codes after which the server may have acted. Ask for the outcome, never assume it. */
const UNDECIDED: ReadonlySet<Failure['code']> = new Set([
  'UNREACHABLE',
  'UNREADABLE',
  'OUTCOME_UNKNOWN',
  'SHUTTING_DOWN',
  'INTERNAL',
]);

export const isUndecided = (failure: Failure): boolean => UNDECIDED.has(failure.code);

/** True when no answer came, or the server failed (5xx). */
export const isUnanswered = ({ http }: Failure): boolean => http === 0 || http >= 500;

/** True when the session is over. Only a 401 means that; `UNREACHABLE` does not. */
export const isSignedOut = (failure: Failure): boolean => failure.http === 401;

export function failureOf(error: unknown): Failure | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && 'http' in error
    ? (error as Failure)
    : undefined;
}

export const messageOf = (error: unknown, fallback: string): string => failureOf(error)?.message || fallback;
