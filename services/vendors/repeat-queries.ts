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

const RETRIES_MAX = 2;
/** Number of queries in a row without an answer after which no queries are sent to the vendor for a while. */
const SILENT_MAX = 25;
const LEAVE_ALONE_MS = 5_000;

/**
 * Repeats a query when the connection breaks. Sends no queries for a while to a vendor that does not answer.
 * Never use this function for purchases.
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

/**
 * Keeps a separate `repeatQueries` for each kind of query. One look-up service of a vendor may answer while
 * another does not.
 */
export function repeatQueriesOf(): (kind: string, ask: () => Promise<CallResult>) => Promise<CallResult> {
  const kinds = new Map<string, ReturnType<typeof repeatQueries>>();
  return (kind, ask) => {
    let repeated = kinds.get(kind);
    if (!repeated) kinds.set(kind, (repeated = repeatQueries()));
    return repeated(ask);
  };
}

const isCallResult = (result: unknown): result is CallResult => typeof result === 'object' && result !== null;
