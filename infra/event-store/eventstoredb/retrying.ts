import { AccessDeniedError } from '@eventstore/db-client';
import { StoreUnavailable } from '../event-store.js';
import { Backoff } from './backoff.js';
import { isPassing, LogDamaged, reasonOf } from './store-failures.js';

const LONGEST_WAIT_MS = 1_000;

export interface Patience {
  /** No new try is begun after this long. */
  readonly withinMs: number;
  readonly signal: AbortSignal;
}

/**
 * Reads again while what fails may pass.
 * @throws StoreUnavailable, LogDamaged
 */
export async function retrying<T>(read: () => Promise<T>, { withinMs, signal }: Patience): Promise<T> {
  const until = performance.now() + withinMs;
  const backoff = new Backoff(LONGEST_WAIT_MS);
  for (;;) {
    if (signal.aborted) throw new StoreUnavailable('the event store is closed');
    try {
      return await read();
    } catch (error) {
      if (!isPassing(error) || performance.now() >= until) throw unavailable(error);
      await backoff.wait(signal);
    }
  }
}

/** What to tell whoever asked: the store's own failures by their name, any other as its not being there. */
export function unavailable(cause: unknown): Error {
  if (cause instanceof LogDamaged || cause instanceof StoreUnavailable) return cause;
  const what = cause instanceof AccessDeniedError ? 'refuses our credentials' : 'cannot be reached';
  return new StoreUnavailable(`the event store ${what}: ${reasonOf(cause)}`, { cause });
}
