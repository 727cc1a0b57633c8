import {
  AccessDeniedError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
} from '@eventstore/db-client';

/** No answer came in time. */
export class CallTimedOut extends Error {
  override readonly name = 'CallTimedOut';
}

/** What is stored is not what was sealed, or something is missing. Nobody may go on as if nothing had happened. */
export class LogDamaged extends Error {
  override readonly name = 'LogDamaged';
}

/** What a failed append means: it may be stored, it is not and may be tried again, or it never will be. */
export type AppendFailure = 'ambiguous' | 'not-sent' | 'refused';

const REFUSALS = [AccessDeniedError, StreamDeletedError, MaxAppendSizeExceededError];
/** What the client says of a call that it could not begin to send. */
const NEVER_LEFT =
  /No connection established|Name resolution failed|Failed to discover|waiting for (name resolution|metadata filters|LB pick)/i;

export function appendFailure(error: unknown): AppendFailure {
  if (REFUSALS.some((refusal) => error instanceof refusal)) return 'refused';
  if (error instanceof NotLeaderError || NEVER_LEFT.test(String(error))) return 'not-sent';
  return 'ambiguous';
}

/** Whether a read may be tried again: anything but a refusal and a damaged log. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof LogDamaged) && !REFUSALS.some((refusal) => error instanceof refusal);

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
