import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhenResult,
  retry,
  wrap,
} from 'cockatiel';
import type { CallResult } from './http-call.js';

/** Extra tries inside one query; the requery schedule is what asks again later. */
const RETRIES_MAX = 2;
/** Queries in a row without any answer before the vendor is left alone for a while. */
const SILENT_MAX = 25;
const LEAVE_ALONE_MS = 5_000;

/**
 * Asks again when a connection broke, and stops asking a vendor that is down. For questions only, never for purchases.
 * A slow answer is not repeated: it has had its whole timeout.
 */
export function repeatQueries(): (ask: () => Promise<CallResult>) => Promise<CallResult> {
  const silent = handleWhenResult((result) => isCallResult(result) && !result.answered);
  const broken = handleWhenResult(
    (result) => isCallResult(result) && !result.answered && result.reason !== 'timeout',
  );
  const policy = wrap(
    retry(broken, {
      maxAttempts: RETRIES_MAX,
      backoff: new ExponentialBackoff({ initialDelay: 50, maxDelay: 500 }),
    }),
    circuitBreaker(silent, { halfOpenAfter: LEAVE_ALONE_MS, breaker: new ConsecutiveBreaker(SILENT_MAX) }),
  );
  return async (ask) => {
    try {
      return await policy.execute(ask);
    } catch (error) {
      if (error instanceof BrokenCircuitError)
        return { answered: false, sent: false, reason: 'vendor is down' };
      throw error;
    }
  };
}

/** As `repeatQueries`, for each kind of question by itself: a service that is silent says nothing about the others. */
export function repeatQueriesOf(): (kind: string, ask: () => Promise<CallResult>) => Promise<CallResult> {
  const kinds = new Map<string, ReturnType<typeof repeatQueries>>();
  return (kind, ask) => {
    let repeated = kinds.get(kind);
    if (!repeated) kinds.set(kind, (repeated = repeatQueries()));
    return repeated(ask);
  };
}

const isCallResult = (result: unknown): result is CallResult => typeof result === 'object' && result !== null;
