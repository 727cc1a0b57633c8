import { AppendOutcomeUnknown, StoreUnavailable } from '../../infra/event-store/event-store.js';
import { sleep } from '../../infra/host/timers.js';
import { RuleBroken } from '../contracts/errors.js';

/** Pauses of 40 s in all, which is longer than an election of the event store. */
const PAUSES_MS: readonly number[] = [250, 500, 1_000, 2_000, 4_000, 8_000, 12_000, 12_000];

/** Repeats `work` while the event store does not answer. `work` must be safe to repeat. */
export async function overOutages<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const left = [...PAUSES_MS]; ;)
    try {
      return await work();
    } catch (error) {
      const pauseMs = isOutage(error) ? left.shift() : undefined;
      if (pauseMs === undefined) throw error;
      await sleep(pauseMs);
    }
}

const isOutage = (error: unknown): boolean =>
  error instanceof StoreUnavailable ||
  error instanceof AppendOutcomeUnknown ||
  (error instanceof RuleBroken && ['OUTCOME_UNKNOWN', 'LEDGER_UNAVAILABLE'].includes(error.code));
