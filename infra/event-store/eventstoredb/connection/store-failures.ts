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

/** The call never left this process, and never will. */
export class NeverSent extends Error {
  override readonly name = 'NeverSent';
}

/** A node showed less than was seen before. It passes: the node catches up, or the leader is asked. */
export class NodeLags extends Error {
  override readonly name = 'NodeLags';

  constructor(stream: string, known: number) {
    super(`the event store shows stream ${stream} without its revision ${known}, which was seen before`);
  }
}

/** What is stored is not what was sealed, or something is missing. Nobody may go on as if nothing had happened. */
export class LogDamaged extends Error {
  override readonly name = 'LogDamaged';
}

/** What a failed append means: it may be stored, it is not and may be tried again, or it never will be. */
export type AppendFailure = 'ambiguous' | 'not-sent' | 'refused';

const REFUSALS = [AccessDeniedError, StreamDeletedError, MaxAppendSizeExceededError];
/** What the client says of a call that it could not begin to send, and a server of one that it does not take. */
const NEVER_LEFT =
  /No connection established|Name resolution failed|Failed to discover|waiting for (name resolution|metadata filters|LB pick)|Channel (has been shut down|closed before call started)|Server Is (Not Ready|Too Busy)/i;

export function appendFailure(error: unknown): AppendFailure {
  if (REFUSALS.some((refusal) => error instanceof refusal)) return 'refused';
  if (error instanceof NeverSent || error instanceof NotLeaderError || NEVER_LEFT.test(String(error)))
    return 'not-sent';
  return 'ambiguous';
}

/**
 * Whether the server's certificate is not believed, which only whoever runs this process or the server can change. One that is not valid
 * yet is another matter: a clock that is slow at the start may pass.
 */
export function isUntrusted(error: unknown): boolean {
  const said = reasonOf(error).toLowerCase();
  return (
    said.includes('no connection established') &&
    said.includes('certificate') &&
    !said.includes('certificate is not yet valid')
  );
}

/** Whether a read may be tried again: anything but a refusal, a certificate that is not believed and a damaged log. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof LogDamaged) &&
  !REFUSALS.some((refusal) => error instanceof refusal) &&
  !isUntrusted(error);

/** Whether a subscription was ended because records were left lying: nothing is wrong with the server. */
export const isTooSlow = (error: unknown): boolean => /Consumer too slow/i.test(reasonOf(error));

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
