import {
  AccessDeniedError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
} from '@eventstore/db-client';
import { LogReplaced } from '../../event-store.js';

export class CallTimedOut extends Error {
  override readonly name = 'CallTimedOut';
}

export class NeverSent extends Error {
  override readonly name = 'NeverSent';
}

/**
 * Error when a node of the cluster shows fewer events than this process has already seen. A later
 * try may succeed.
 */
export class NodeLags extends Error {
  override readonly name = 'NodeLags';

  constructor(stream: string, known: number) {
    super(`the event store shows stream ${stream} without its revision ${known}, which was seen before`);
  }
}

/**
 * Error when the stored bytes do not match their hash, or when an event is missing. Never ignore this error or
 * retry.
 */
export class LogDamaged extends Error {
  override readonly name = 'LogDamaged';
}

/**
 * 'ambiguous': the append may be stored. 'not-sent': the append is not stored and may be retried. 'refused':
 * a retry cannot succeed.
 */
export type AppendFailure = 'ambiguous' | 'not-sent' | 'refused';

const REFUSALS = [AccessDeniedError, StreamDeletedError, MaxAppendSizeExceededError];
const NEVER_LEFT =
  /No connection established|Name resolution failed|Failed to discover|waiting for (name resolution|metadata filters|LB pick)|Channel (has been shut down|closed before call started)|Server Is (Not Ready|Too Busy)/i;

export function appendFailure(error: unknown): AppendFailure {
  if (REFUSALS.some((refusal) => error instanceof refusal)) return 'refused';
  if (error instanceof NeverSent || error instanceof NotLeaderError || NEVER_LEFT.test(String(error)))
    return 'not-sent';
  return 'ambiguous';
}

/**
 * True when the server's certificate is not trusted. False when the certificate is not valid yet, because
 * this machine's clock may be slow and correct itself.
 */
export function isUntrusted(error: unknown): boolean {
  const said = reasonOf(error).toLowerCase();
  return (
    said.includes('no connection established') &&
    said.includes('certificate') &&
    !said.includes('certificate is not yet valid')
  );
}

export const isPassing = (error: unknown): boolean =>
  !(error instanceof LogDamaged || error instanceof LogReplaced) &&
  !REFUSALS.some((refusal) => error instanceof refusal) &&
  !isUntrusted(error);

export const isTooSlow = (error: unknown): boolean => /Consumer too slow/i.test(reasonOf(error));

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
