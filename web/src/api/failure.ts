import type { ErrorCode } from '../../../services/contracts/errors.js';

export interface Failure {
  /** 0 without an answer. */
  readonly http: number;
  readonly code: ErrorCode | 'UNREACHABLE' | 'UNREADABLE';
  readonly message: string;
  readonly field?: string;
  /** Reference of the earlier purchase. Present when POSSIBLE_DUPLICATE refuses the order. */
  readonly earlier_reference?: string;
}

/**
 * Codes after which it is unknown whether the server has acted. The client must ask the server for
 * the outcome and never assume it.
 */
const UNDECIDED: ReadonlySet<Failure['code']> = new Set([
  'UNREACHABLE',
  'UNREADABLE',
  'OUTCOME_UNKNOWN',
  'SHUTTING_DOWN',
  'INTERNAL',
]);

export const isUndecided = (failure: Failure): boolean => UNDECIDED.has(failure.code);

/** True without an answer, after too many requests, and when the server failed. */
export const mayBeAnsweredLater = ({ http }: Failure): boolean => http === 0 || http === 429 || http >= 500;

/**
 * True when the session has ended. Only the status 401 means this. After `UNREACHABLE`, the session may be
 * alive.
 */
export const isSignedOut = (failure: Failure): boolean => failure.http === 401;

export function failureOf(error: unknown): Failure | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && 'http' in error
    ? (error as Failure)
    : undefined;
}

export const messageOf = (error: unknown, fallback: string): string => failureOf(error)?.message || fallback;
