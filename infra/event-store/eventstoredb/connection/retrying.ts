import { AccessDeniedError } from '@eventstore/db-client';
import { StoreUnavailable } from '../../event-store.js';
import { Backoff } from './backoff.js';
import { isPassing, isUntrusted, LogDamaged, reasonOf } from './store-failures.js';

const LONGEST_WAIT_MS = 1_000;

export interface Patience {
  readonly withinMs: number;
  readonly signal: AbortSignal;
}

/** @throws StoreUnavailable, LogDamaged */
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

export function unavailable(cause: unknown): Error {
  if (cause instanceof LogDamaged || cause instanceof StoreUnavailable) return cause;
  return new StoreUnavailable(`the event store ${failureOf(cause)}: ${reasonOf(cause)}`, { cause });
}

function failureOf(cause: unknown): string {
  if (cause instanceof AccessDeniedError) return 'refuses our credentials';
  return isUntrusted(cause) ? 'shows a certificate that is not trusted' : 'cannot be reached';
}

/** Limits concurrent calls. A connection carries 100 calls, and further calls hang without an error. */
export class CallLimit {
  private underWay = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.underWay >= this.most) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.underWay += 1;
    try {
      return await call();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.underWay -= 1;
    }
  }
}
