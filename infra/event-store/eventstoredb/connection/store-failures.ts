import {
  AccessDeniedError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
} from '@eventstore/db-client';

export class CallTimedOut extends Error {
  override readonly name = 'CallTimedOut';
}

/** The call never left this process and never will. */
export class NeverSent extends Error {
  override readonly name = 'NeverSent';
}

/** A node returned less than was seen before. Passes when the node catches up or the leader answers. */
export class NodeLags extends Error {
  override readonly name = 'NodeLags';

  constructor(stream: string, known: number) {
    super(`the event store shows stream ${stream} without its revision ${known}, which was seen before`);
  }
}

/** Stored bytes differ from what was sealed, or an event is missing. Must not be ignored or retried. */
export class LogDamaged extends Error {
  override readonly name = 'LogDamaged';
}

/** 'ambiguous' may be stored, 'not-sent' may be retried, 'refused' fails for good. */
export type AppendFailure = 'ambiguous' | 'not-sent' | 'refused';

const REFUSALS = [AccessDeniedError, StreamDeletedError, MaxAppendSizeExceededError];
/** Messages of the client for calls it could not send, and of a server that rejects a call unprocessed. */
const NEVER_LEFT =
  /No connection established|Name resolution failed|Failed to discover|waiting for (name resolution|metadata filters|LB pick)|Channel (has been shut down|closed before call started)|Server Is (Not Ready|Too Busy)/i;

export function appendFailure(error: unknown): AppendFailure {
  if (REFUSALS.some((refusal) => error instanceof refusal)) return 'refused';
  if (error instanceof NeverSent || error instanceof NotLeaderError || NEVER_LEFT.test(String(error)))
    return 'not-sent';
  return 'ambiguous';
}

/**
 * True when the server's certificate is not trusted, which only an operator can change.
 * A certificate that is not yet valid does not count: a slow clock may catch up.
 */
export function isUntrusted(error: unknown): boolean {
  const said = reasonOf(error).toLowerCase();
  return (
    said.includes('no connection established') &&
    said.includes('certificate') &&
    !said.includes('certificate is not yet valid')
  );
}

/** True when a read may be retried. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof LogDamaged) &&
  !REFUSALS.some((refusal) => error instanceof refusal) &&
  !isUntrusted(error);

/** True when the server dropped a slow subscriber; the server itself is fine. */
export const isTooSlow = (error: unknown): boolean => /Consumer too slow/i.test(reasonOf(error));

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
