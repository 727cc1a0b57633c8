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
  const threads = Array.from({ length: availableParallelism() }, () => new Worker(THREAD));
  const serve = (thread: Worker): Promise<void> =>
    new Promise((resolve, reject) => {
      const ask = (): void => {
        if (isOver()) return resolve();
        const count = Math.min(AT_ONCE, from + seeds - next);
        thread.postMessage({
          from: next,
          count,
          ...(planted !== undefined && { planted }),
        } satisfies SeedsWanted);
        next += count;
      };
      thread.on('error', reject);
      thread.on('message', (result: SeedsDone) => {
        done += result.seeds;
        failed.push(...result.failed);
        coverage.add(result.coverage);
        onProgress?.(done, failed.length);
        ask();
      });
      ask();
    });
  try {
    await Promise.all(threads.map(serve));
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
  failed.sort((one, other) => one.seed - other.seed);
  return { seeds: done, seconds: (monotonicMs() - startedAt) / 1_000, failed, coverage };
}
