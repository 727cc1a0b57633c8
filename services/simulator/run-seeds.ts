import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { monotonicMs } from '../../infra/host/clock.js';
import { Coverage } from './coverage.js';
import type { Violation } from './judge/violations.js';

/** Seeds that a thread is to run; with the fault of that name planted it stops at the first that finds it. */
export interface SeedsWanted {
  readonly from: number;
  readonly count: number;
  readonly planted?: string;
}

export interface SeedsDone {
  readonly seeds: number;
  readonly failed: readonly { readonly seed: number; readonly violations: readonly Violation[] }[];
  readonly coverage: Pick<Coverage, 'faults' | 'transitions' | 'totals'>;
}

export interface SeedsReport {
  readonly seeds: number;
  readonly seconds: number;
  readonly failed: SeedsDone['failed'];
  readonly coverage: Coverage;
}

const AT_ONCE = 25;
/**
 * What a thread runs before a fresh one takes its place. Processes that die in a simulation never let go of what they wait for, and
 * Node keeps signals that were made of others until one of those fires: a thread of 5,000 seeds would need gigabytes.
 */
const BATCHES_PER_THREAD = 10;
const THREAD = new URL('./seeds.thread.js', import.meta.url);

export interface SeedsOptions {
  readonly from: number;
  /** How many; Infinity where only the time ends it. */
  readonly seeds: number;
  readonly minutes?: number | undefined;
  readonly planted?: string;
  readonly onProgress?: (seeds: number, failed: number) => void;
}

/** Runs seeds one after the other on all processors. With a planted fault it ends as soon as one finds it. */
export async function runSeeds({
  from,
  seeds,
  minutes,
  planted,
  onProgress,
}: SeedsOptions): Promise<SeedsReport> {
  const startedAt = monotonicMs();
  const endsAt = startedAt + (minutes ?? Infinity) * 60_000;
  const coverage = new Coverage();
  const failed: SeedsDone['failed'][number][] = [];
  let [next, done] = [from, 0];
  const isOver = (): boolean =>
    next >= from + seeds || monotonicMs() >= endsAt || (planted !== undefined && failed.length > 0);
  let broken = false;
  const isDone = (): boolean => broken || isOver();
  const serve = async (thread: Worker): Promise<void> => {
    for (let batches = 0; batches < BATCHES_PER_THREAD && !isDone(); batches += 1) {
      const count = Math.min(AT_ONCE, from + seeds - next);
      thread.postMessage({
        from: next,
        count,
        ...(planted !== undefined && { planted }),
      } satisfies SeedsWanted);
      next += count;
      const [result] = (await once(thread, 'message')) as [SeedsDone];
      done += result.seeds;
      failed.push(...result.failed);
      coverage.add(result.coverage);
      onProgress?.(done, failed.length);
    }
  };
  const keepServing = async (): Promise<void> => {
    while (!isDone()) {
      const thread = new Worker(THREAD);
      try {
        await serve(thread);
      } catch (error) {
        broken = true;
        throw error;
      } finally {
        await thread.terminate();
      }
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, keepServing));
  failed.sort((one, other) => one.seed - other.seed);
  return { seeds: done, seconds: (monotonicMs() - startedAt) / 1_000, failed, coverage };
}
