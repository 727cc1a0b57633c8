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
/** Number of consecutive unanswered queries after which the vendor gets no queries for `LEAVE_ALONE_MS`. */
const SILENT_MAX = 25;
const LEAVE_ALONE_MS = 5_000;

/**
 * Returns a function that sends a query again when the connection breaks. After `SILENT_MAX` unanswered
 * queries, the vendor gets no queries for a while. Never send purchases with the returned function.
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
 * Returns a function like `repeatQueries` that counts unanswered queries separately for each `kind`, because
 * one look-up service of a vendor may answer while another does not.
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
