import type { ErrorCode } from '../../../services/contracts/errors.js';

/** Why a call did not succeed. `UNREACHABLE` means we do not know whether the server acted on it. */
export interface Failure {
  /** HTTP status; 0 when no answer came back. */
  readonly http: number;
  readonly code: ErrorCode | 'UNREACHABLE' | 'UNREADABLE';
  readonly message: string;
  readonly field?: string;
  /** The purchase that a POSSIBLE_DUPLICATE may repeat. */
  readonly earlier_reference?: string;
}

/** Codes after which the server may or may not have acted: the outcome has to be asked for, not assumed. */
const UNDECIDED: ReadonlySet<Failure['code']> = new Set([
  'UNREACHABLE',
  'UNREADABLE',
  'OUTCOME_UNKNOWN',
  'SHUTTING_DOWN',
  'INTERNAL',
]);

export const isUndecided = (failure: Failure): boolean => UNDECIDED.has(failure.code);

/** Nobody said what was asked: no answer came, or a server that cannot say it right now. */
export const isUnanswered = ({ http }: Failure): boolean => http === 0 || http >= 500;

/** Refusals mean "log in"; a missing answer does not. */
export const isSignedOut = (failure: Failure): boolean => failure.http === 401;

export function failureOf(error: unknown): Failure | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && 'http' in error
    ? (error as Failure)
    : undefined;
}

/** The server's sentence when it gave one, else the fallback of the screen. */
export const messageOf = (error: unknown, fallback: string): string => failureOf(error)?.message || fallback;
