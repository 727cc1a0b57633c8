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
/** Number of unanswered queries in a row after which the vendor counts as down. */
const SILENT_MAX = 25;
const LEAVE_ALONE_MS = 5_000;

/**
 * Repeats queries after broken connections, and stops asking a vendor that is down. Never use this for
 * purchases.
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
 * Keeps a separate `repeatQueries` for each kind of query, because one look-up service may answer while
 * another is silent.
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
